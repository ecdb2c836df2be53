"""Reads files, whose names are lines of the standard input. Prints their texts as JSON.

read_files.py ts|csv|plist    read_files.py json-dump <from> <to>
"""

import csv
import json
import plistlib
import sys
from xml.etree import ElementTree


def of_ts(path):
    texts = {}
    for message in ElementTree.parse(path).iter("message"):
        forms = message.findall("translation/numerusform")
        source = message.findtext("source")
        if forms:
            for number, form in enumerate(forms):
                texts[f"{source}[{number}]"] = text_of(form)
        else:
            texts[source] = text_of(message.find("translation"))
    return texts


def text_of(element):
    """Decodes the controls that Qt writes as <byte value="x1"/>."""
    text = element.text or ""
    for child in element:
        value = child.get("value")
        text += chr(int(value[1:], 16) if value.startswith("x") else int(value)) + (child.tail or "")
    return text


def of_csv(path):
    with open(path, encoding="utf-8-sig", newline="") as file:
        rows = list(csv.reader(file, strict=True))
    column = len(rows[0]) - 1 if rows[0][-1] != "description" else len(rows[0]) - 2
    # An empty field without quotes is a missing text, which Python's reader does not distinguish.
    return {row[0]: row[column] for row in rows[1:] if row}


def of_plist(path):
    with open(path, "rb") as file:
        return dict(forms_of(plistlib.load(file)))


def forms_of(tree):
    for name, entry in tree.items():
        for variable, rule in entry.items():
            if not isinstance(rule, dict):
                continue
            for category, text in rule.items():
                if not category.startswith("NSString"):
                    yield f"{name}.{category}", text


READERS = {"ts": of_ts, "csv": of_csv, "plist": of_plist}


def shown(path):
    try:
        return {"texts": READERS[sys.argv[1]](path)}
    except Exception as error:  # What the library raises is what is reported.
        return {"error": f"{type(error).__name__}: {error}"}


if sys.argv[1] == "json-dump":
    with open(sys.argv[2], encoding="utf-8") as file:
        tree = json.load(file)
    with open(sys.argv[3], "w", encoding="utf-8") as file:
        json.dump(tree, file, indent=4)
else:
    print(json.dumps([shown(line) for line in sys.stdin.read().splitlines()]))
