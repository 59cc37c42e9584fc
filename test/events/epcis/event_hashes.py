"""Prints the CBV 2.0 hashes of the events of an EPCISDocument, one on a line. Standard input is the document."""

import sys

from epcis_event_hash_generator.hash_generator import epcis_hashes_from_events
from epcis_event_hash_generator.json_to_py import event_list_from_epcis_document_str

events = event_list_from_epcis_document_str(sys.stdin.read())
print("\n".join(epcis_hashes_from_events(events)))
