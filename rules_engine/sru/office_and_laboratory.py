"""The usual session of a league: the office and the laboratory of the text's own example.

Rules: SRU-IMPOSSIBLE-01, SRU-IMPOSSIBLE-02.

The same as ``scenarios/sru/office-and-laboratory.yaml``; the engine opens no file.
"""

from typing import Any, Final

from rules_engine.sru.scenarios import read_scenario

Plain = dict[str, Any]  # what a YAML file holds
PLAIN: Final[Plain] = {
    "id": "office-and-laboratory",
    "ruleset": "sru",
    "title": {
        "en": "The office and the laboratory",
        "fr": "Le bureau et le laboratoire",
        "es": "La oficina y el laboratorio",
    },
    "description": {
        "en": (
            "Get into a laboratory, copy its research, talk a patrol away and leave by the loading "
            "bay. The laboratory is too well guarded to be entered at once, but an office in town can"
            " send it a false order."
        ),
        "fr": (
            "Entrez dans un laboratoire, copiez ses recherches, éloignez une patrouille par de belles"
            " paroles et sortez par le quai de chargement. Le laboratoire est trop bien gardé pour "
            "une entrée directe, mais un bureau en ville peut lui envoyer un faux ordre."
        ),
        "es": (
            "Entrad en un laboratorio, copiad su investigación, alejad a una patrulla con palabras y "
            "salid por el muelle de carga. El laboratorio está demasiado vigilado para entrar sin "
            "más, pero una oficina de la ciudad puede enviarle una orden falsa."
        ),
    },
    "army_points": 40,
    "rulings": {"risk_mode": "table", "botch_mode": "table"},
    "circles": [
        {"id": "docks", "name": "the docks", "kind": "neighbourhood", "parent": "city"},
        {"id": "crew", "name": "the dockside gang", "kind": "gang", "parent": "docks"},
        {"id": "night-market", "name": "the night market", "kind": "other", "parent": "city"},
        {"id": "coven", "name": "the quiet coven", "kind": "other", "isolated": True},
        {"id": "city", "name": "the city", "kind": "city"},
    ],
    "links": [{"a": "crew", "b": "night-market"}, {"a": "night-market", "b": "coven"}],
    "opponents": [
        {
            "id": "office",
            "name": "the office in town",
            "kind": "place",
            "resistance": {"infiltration": {"security": 3}, "matrix": {"device": 3}},
            "guardian": {"name": "the security manager", "skills": {"infiltration": 4}},
        },
        {
            "id": "manager",
            "name": "the security manager",
            "kind": "person",
            "resistance": {"social": {"charisma": 3, "intuition": 3, "logic": 4}},
            "guardian": {"name": "the security manager", "skills": {"social": 2}},
        },
        {
            "id": "archive",
            "name": "the office's secured room",
            "kind": "place",
            "resistance": {"infiltration": {"security": 4}},
            "guardian": {"name": "the security manager", "skills": {"infiltration": 4}},
        },
        {
            "id": "laboratory",
            "name": "the laboratory",
            "kind": "place",
            "resistance": {"infiltration": {"security": 6}, "matrix": {"device": 5}, "magic": {"object": 5}},
            "guardian": {"name": "the laboratory's watch", "skills": {"infiltration": 5, "matrix": 4}},
            "circles": ["city"],
        },
        {
            "id": "patrol",
            "name": "the patrol",
            "kind": "group",
            "resistance": {"social": {"intuition": 4}, "combat": {"reaction": 4}, "magic": {"charisma": 3}},
            "guardian": {"name": "the patrol's leader", "skills": {"combat": 4, "social": 3}},
            "circles": ["city"],
        },
    ],
    "scenes": [
        {
            "id": "arrival",
            "title": "The laboratory",
            "steps": [
                {
                    "id": "way-in",
                    "title": "Get into the laboratory for the whole break-in",
                    "test": {
                        "domain": "infiltration",
                        "skill": "stealth",
                        "target": "laboratory",
                        "option": "security",
                        "rows": ["MOD-OBST-GLOBAL", "MOD-DUR-SCENE"],
                    },
                    "trouble": {"kind": "defence_raised"},
                    "detection": 2,
                    "helps": [
                        {
                            "id": "mask",
                            "title": "A masking spell",
                            "test": {
                                "domain": "magic",
                                "skill": "sorcery",
                                "target": "laboratory",
                                "option": "object",
                                "rows": ["MOD-SYN-1"],
                            },
                            "effect": "score",
                            "amount": 1,
                        }
                    ],
                    "lowered": {
                        "rows": ["MOD-OBST-GLOBAL", "MOD-DUR-NONE"],
                        "consequences": [{"opponent": "laboratory", "domain": "matrix", "change": 1}],
                    },
                    "detail": [
                        {
                            "id": "fence",
                            "title": "Over the fence",
                            "test": {
                                "domain": "infiltration",
                                "skill": "stealth",
                                "target": "laboratory",
                                "option": "security",
                                "rows": ["MOD-OBST-MINOR", "MOD-DUR-NONE"],
                            },
                            "calls": [
                                {
                                    "id": "climbing-gear",
                                    "title": "climbing gear",
                                    "domain": "infiltration",
                                    "kind": "equipment",
                                    "aspect": "climbing",
                                    "circles": ["night-market"],
                                }
                            ],
                        },
                        {
                            "id": "inner-door",
                            "title": "Through the inner door",
                            "test": {
                                "domain": "infiltration",
                                "skill": "stealth",
                                "target": "laboratory",
                                "option": "security",
                                "rows": ["MOD-OBST-MAJOR", "MOD-DUR-NONE"],
                            },
                            "trouble": {"kind": "runner_identified"},
                        },
                    ],
                    "plan": [
                        {
                            "id": "office",
                            "title": "Send a false order from the office",
                            "test": {
                                "domain": "infiltration",
                                "skill": "stealth",
                                "target": "office",
                                "option": "security",
                                "rows": ["MOD-OBST-GLOBAL", "MOD-DUR-SCENE"],
                            },
                            "consequences": [{"opponent": "laboratory", "domain": "infiltration", "change": -3}],
                            "trouble": {"kind": "runner_identified"},
                            "helps": [
                                {
                                    "id": "take-over",
                                    "title": "Take over the building",
                                    "test": {
                                        "domain": "matrix",
                                        "skill": "hacking",
                                        "target": "office",
                                        "option": "device",
                                        "rows": ["MOD-OBST-GLOBAL", "MOD-DUR-SCENE"],
                                    },
                                    "effect": "routine",
                                },
                                {
                                    "id": "blind-cameras",
                                    "title": "Blind the cameras",
                                    "test": {
                                        "domain": "matrix",
                                        "skill": "hacking",
                                        "target": "office",
                                        "option": "device",
                                        "rows": ["MOD-SYN-2"],
                                    },
                                    "effect": "score",
                                    "amount": 2,
                                    "unless": ["take-over"],
                                },
                                {
                                    "id": "win-over",
                                    "title": "Win the security manager over",
                                    "test": {
                                        "domain": "social",
                                        "skill": "negotiation",
                                        "target": "manager",
                                        "option": "charisma",
                                        "rows": ["MOD-OBST-MINOR", "MOD-DUR-SCENE"],
                                    },
                                    "effect": "remove_passive",
                                    "amount": 2,
                                },
                            ],
                            "detail": [
                                {
                                    "id": "office-door",
                                    "title": "The office's door",
                                    "test": {
                                        "domain": "infiltration",
                                        "skill": "stealth",
                                        "target": "office",
                                        "option": "security",
                                        "rows": ["MOD-OBST-MINOR", "MOD-DUR-NONE"],
                                    },
                                },
                                {
                                    "id": "office-guard",
                                    "title": "The office's guard",
                                    "test": {
                                        "domain": "infiltration",
                                        "skill": "stealth",
                                        "target": "office",
                                        "option": "security",
                                        "rows": ["MOD-OBST-MINOR", "MOD-DUR-NONE"],
                                    },
                                },
                                {
                                    "id": "office-room",
                                    "title": "The secured room",
                                    "test": {
                                        "domain": "infiltration",
                                        "skill": "stealth",
                                        "target": "archive",
                                        "option": "security",
                                        "rows": ["MOD-OBST-MAJOR", "MOD-DUR-NONE"],
                                    },
                                    "trouble": {
                                        "kind": "defence_raised",
                                        "opponent": "laboratory",
                                        "domain": "infiltration",
                                    },
                                },
                            ],
                        }
                    ],
                }
            ],
        },
        {
            "id": "inside",
            "title": "Among the machines",
            "handling": "step_by_step",
            "steps": [
                {
                    "id": "research",
                    "title": "Copy the research",
                    "test": {
                        "domain": "matrix",
                        "skill": "hacking",
                        "target": "laboratory",
                        "option": "device",
                        "rows": ["MOD-OBST-MAJOR", "MOD-DUR-NONE"],
                        "time": True,
                    },
                    "trouble": {"kind": "negative_reputation", "circle": "city", "adjective": "careless"},
                    "calls": [
                        {
                            "id": "search-agent",
                            "title": "a search agent",
                            "domain": "matrix",
                            "kind": "agent",
                            "aspect": "search",
                            "circles": ["city"],
                        }
                    ],
                },
                {
                    "id": "patrol-away",
                    "title": "Talk the patrol away",
                    "test": {
                        "domain": "social",
                        "skill": "negotiation",
                        "target": "patrol",
                        "option": "intuition",
                        "rows": ["MOD-OBST-MINOR", "MOD-DUR-SCENE"],
                    },
                    "trouble": {"kind": "stress"},
                    "helps": [
                        {
                            "id": "false-papers",
                            "title": "False papers in the patrol's net",
                            "test": {
                                "domain": "matrix",
                                "skill": "hacking",
                                "target": "office",
                                "option": "device",
                                "rows": ["MOD-SYN-2"],
                            },
                            "effect": "threshold",
                            "amount": 2,
                        }
                    ],
                    "calls": [
                        {
                            "id": "foreman",
                            "title": "the foreman",
                            "domain": "social",
                            "kind": "contact",
                            "aspect": "talking to guards",
                            "circles": ["docks"],
                        }
                    ],
                },
            ],
        },
        {
            "id": "way-out",
            "title": "The loading bay",
            "timing": "action_phase",
            "handling": "step_by_step",
            "steps": [
                {
                    "id": "bay",
                    "title": "Fight clear of the loading bay",
                    "test": {
                        "domain": "combat",
                        "skill": "firearms",
                        "target": "patrol",
                        "option": "reaction",
                        "rows": ["MOD-OBST-MAJOR", "MOD-DUR-NONE"],
                        "conspicuous": True,
                    },
                    "trouble": {"kind": "damage", "amount": 1},
                    "helps": [
                        {
                            "id": "sleep-spell",
                            "title": "A spell of sleep",
                            "test": {
                                "domain": "magic",
                                "skill": "sorcery",
                                "target": "patrol",
                                "option": "charisma",
                                "rows": ["MOD-SYN-2"],
                            },
                            "effect": "threshold",
                            "amount": 2,
                        }
                    ],
                    "calls": [
                        {
                            "id": "drone",
                            "title": "a drone",
                            "domain": "combat",
                            "kind": "drone",
                            "aspect": "non-lethal",
                            "circles": ["crew"],
                        },
                        {
                            "id": "spirit",
                            "title": "a spirit of the harbour",
                            "domain": "magic",
                            "kind": "spirit",
                            "aspect": "concealment",
                            "circles": ["coven"],
                        },
                    ],
                }
            ],
        },
    ],
}

OFFICE_AND_LABORATORY: Final = read_scenario(PLAIN, "office-and-laboratory")
