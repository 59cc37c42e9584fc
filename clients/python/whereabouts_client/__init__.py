"""A client of the Whereabouts API: current and past locations of assets."""

from .client import Client
from .connection import ApiError, connect, follow, required, rows

__all__ = ["ApiError", "Client", "connect", "follow", "required", "rows"]
