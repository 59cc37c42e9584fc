"""Reads codes with epcpy and biip. Each line of the input is a JSON array of the bits of an EPC, or null, and an element string as a
scanner sends it. Each line of the output is a JSON array of what they read: pure identity URI, its element string, and the elements."""

import json
import sys

import biip
import epcpy


def read(bits, scanned):
    message = biip.parse(scanned).gs1_message
    elements = [[part.ai.ai, part.value] for part in message.element_strings] if message else None
    if bits is None:
        return [None, None, elements]
    uri = epcpy.hex_to_tag_encodable(bits).epc_uri
    return [uri, epcpy.epc_pure_identity_to_gs1_element_string(uri), elements]


for line in sys.stdin:
    print(json.dumps(read(*json.loads(line))))
