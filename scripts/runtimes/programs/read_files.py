"""Reads files, whose names are lines of the standard input. Prints their texts as JSON.

read_files.py ts|csv|plist|babel
read_files.py mo <numbers>    Python's gettext, with the text of each number
"""

import csv
import gettext
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


def of_mo(path):
    catalog = gettext.GNUTranslations(open(path, "rb"))
    numbers = [int(number) for number in sys.argv[2].split(",")]
    texts = {}
    for key in {key[0] if isinstance(key, tuple) else key for key in catalog._catalog}:
        if (key, 0) in catalog._catalog:
            for number in numbers:
                texts[f"{key}#{number}"] = ask_plural(catalog, key, number)
        elif key != "":
            context, end, text = key.partition("\x04")
            texts[key] = catalog.pgettext(context, text) if end else catalog.gettext(key)
    return texts


def ask_plural(catalog, key, number):
    context, end, text = key.partition("\x04")
    return catalog.npgettext(context, text, text, number) if end else catalog.ngettext(key, key, number)


def of_babel(path):
    from babel.messages import pofile

    catalog = pofile.read_po(open(path, "rb"), abort_invalid=True)
    texts = {}
    for message in catalog:
        if message.id == "":
            continue
        one = message.id[0] if message.pluralizable else message.id
        key = one if message.context is None else f"{message.context}\x04{one}"
        if not message.pluralizable:
            if message.string:
                texts[key] = message.string
            continue
        for number, text in enumerate(message.string):
            if text:
                texts[f"{key}[{number}]"] = text
    return texts


READERS = {"ts": of_ts, "csv": of_csv, "plist": of_plist, "mo": of_mo, "babel": of_babel}


def shown(path):
    try:
        return {"texts": READERS[sys.argv[1]](path)}
    except Exception as error:  # What the library raises is what is reported.
        return {"error": f"{type(error).__name__}: {error}"}


print(json.dumps([shown(line) for line in sys.stdin.read().splitlines()]))
