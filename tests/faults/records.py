"""Random faulty records sent to the API: each is scored or refused, and none causes a server error.

python -m tests.faults.records 5000
"""

import json
import os
import random
import sys
import tempfile
from collections import Counter
from copy import deepcopy
from http import HTTPStatus
from pathlib import Path
from typing import Any

import django

GOLDEN = Path(__file__).resolve().parent.parent / "golden"
STRANGE: tuple[Any, ...] = (
    *(None, True, -1, 0, 1.5, 2**63, 10**400, "", "\0", "Rex", "\u202eRex", "é" * 5000),
    *([], {}, [[]], {"": []}),
)


def main(times: int, seed: int) -> Counter[int]:
    """Send `times` records and return how often each status was the response."""
    with tempfile.TemporaryDirectory() as var:
        os.environ |= {"DOGCLUB_VAR": var, "DJANGO_SETTINGS_MODULE": "dogclub.settings"}
        django.setup()
        from django.test import Client
        from django.test.utils import override_settings
        from rest_framework.throttling import SimpleRateThrottle

        SimpleRateThrottle.THROTTLE_RATES |= {"score": f"{times + 1}/min"}
        client, chance, counts = Client(raise_request_exception=False), random.Random(seed), Counter[int]()
        records = [json.loads(file.read_text())["record"] for file in sorted(GOLDEN.glob("*/*.json"))]
        with override_settings(ALLOWED_HOSTS=["testserver"]):
            for _ in range(times):
                body = json.dumps(spoiled(chance.choice(records), chance))[: 10**6]
                answer = client.post("/api/v1/score", body, content_type="application/json")
                counts[answer.status_code] += 1
                if answer.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
                    print(body, file=sys.stderr)
        return counts


def spoiled(record: Any, chance: random.Random) -> Any:
    """A copy in which one to three places, at any depth, have another value, are removed or are duplicated."""
    copy = json.loads(json.dumps(record))
    for _ in range(chance.randint(1, 3)):
        spoil(copy, chance)
    return copy


def spoil(part: Any, chance: random.Random) -> None:
    """Change, remove or duplicate one random place of the part."""
    if not isinstance(part, dict | list) or not part:
        return
    key = chance.choice([*part] if isinstance(part, dict) else range(len(part)))
    if isinstance(part[key], dict | list) and part[key] and chance.random() < 0.8:
        spoil(part[key], chance)
    elif chance.random() < 0.2:
        del part[key]
    elif isinstance(part, list) and chance.random() < 0.3:
        part.append(deepcopy(part[key]))
    else:
        part[key] = deepcopy(chance.choice(STRANGE))  # a copy: the next change must not modify STRANGE


if __name__ == "__main__":
    begun_with = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(2**32)
    print(f"seed {begun_with}", file=sys.stderr)
    print(json.dumps(main(int(sys.argv[1]), begun_with)))
