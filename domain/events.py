"""Events as stored facts: explicit names with a version number, and their JSON.

A stored name (``lantern_moths.moth_planted:1``) never changes, so that code may move. A changed
shape is a new number, with an upcaster from the one before it.
"""

import re
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any, ClassVar
from uuid import UUID

import msgspec


class Event(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A fact in the past tense. ``stored_name`` is what the store calls its type."""

    stored_name: ClassVar[str] = ""


class Recorded(msgspec.Struct, frozen=True):
    """An event in its place: session, version in the stream (from 1), time, idempotency key."""

    session_id: UUID
    version: int
    at: datetime
    event: Event
    key: str | None = None

    @property
    def originator_id(self) -> UUID:
        """The session's id, in the words of the event store's library."""
        return self.session_id

    @property
    def originator_version(self) -> int:
        """The version, in the words of the event store's library."""
        return self.version


Upcaster = Callable[[dict[str, Any]], dict[str, Any]]


class _OldEnvelope(msgspec.Struct, forbid_unknown_fields=True):
    """What surrounds an event of an older shape."""

    at: datetime
    event: dict[str, Any]
    key: str | None = None


class UnreadableEvent(ValueError):
    """Stored bytes that are no event of any known name and version."""


class Codec:
    """Translates between events and the store's name and JSON, for a closed set of event types.

    ``upcasters`` maps an older stored name to the next one and a function on the event's JSON
    object; steps are chained until a current name is reached.
    """

    def __init__(
        self,
        events: Iterable[type[Event]],
        upcasters: dict[str, tuple[str, Upcaster]] | None = None,
    ) -> None:
        self.types: dict[str, type[Event]] = {kind.stored_name: kind for kind in events}
        self._upcasters = upcasters or {}
        self._encode = msgspec.json.Encoder().encode
        self._decoders: dict[str, Callable[[bytes], Any]] = {
            name: msgspec.json.Decoder(
                msgspec.defstruct(
                    "Envelope_" + re.sub(r"\W", "_", name),
                    [
                        ("at", datetime),
                        ("event", kind),
                        ("key", str | None, None),
                    ],
                    forbid_unknown_fields=True,
                    gc=False,
                )
            ).decode
            for name, kind in self.types.items()
        }

    def names_of(self, kind: type[Event]) -> tuple[str, ...]:
        """Return every stored name that an event of this kind can have, the current one first."""
        names = [kind.stored_name]
        for name in names:
            names += [old for old, (new, _) in self._upcasters.items() if new == name]
        return tuple(names)

    def encode(self, at: datetime, event: Event, key: str | None = None) -> tuple[str, bytes]:
        """Return the stored name and the JSON bytes of an event.

        >>> Codec([]).encode(datetime(2026, 1, 2), Event())
        ('', b'{"at":"2026-01-02T00:00:00","event":{}}')
        """
        envelope: dict[str, Any] = {"at": at, "event": event}
        if key is not None:
            envelope["key"] = key
        return event.stored_name, self._encode(envelope)

    def encode_all(self, at: datetime, events: Iterable[Event]) -> list[tuple[str, bytes]]:
        """Return stored names and JSON of events that share one time; the same bytes as one by one.

        The time is written once: in bulk it costs as much as the event itself.
        """
        encode = self._encode
        head = b'{"at":' + encode(at) + b',"event":'
        return [(event.stored_name, head + encode(event) + b"}") for event in events]

    def decode(self, session_id: UUID, version: int, name: str, state: bytes) -> Recorded:
        """Return the recorded event.

        :raises UnreadableEvent: names the session, the version and what is wrong.
        """
        try:
            decoder = self._decoders.get(name)
            envelope = decoder(state) if decoder is not None else self._upcast(name, state)
        except (msgspec.MsgspecError, UnicodeDecodeError, KeyError, TypeError) as error:
            raise UnreadableEvent(
                f"session {session_id}, version {version}: {name!r} cannot be read: {error}"
            ) from error
        return Recorded(session_id, version, envelope.at, envelope.event, envelope.key)

    def restore(self, name: str, data: dict[str, Any]) -> Event:
        """Return the event of a stored name and its JSON object.

        :raises KeyError: no event has that name.
        :raises msgspec.ValidationError: the object does not fit it.
        """
        event = data
        while name in self._upcasters:
            name, upcast = self._upcasters[name]
            event = upcast(event)
        restored: Event = msgspec.convert(event, self.types[name])
        return restored

    def _upcast(self, name: str, state: bytes) -> Any:
        if name not in self._upcasters:
            raise KeyError(f"no event of that name; expected one of: {', '.join(self.types)}")
        old = msgspec.json.decode(state, type=_OldEnvelope)
        event = old.event
        while name in self._upcasters:
            name, upcast = self._upcasters[name]
            event = upcast(event)
        return self._decoders[name](msgspec.json.encode(_OldEnvelope(old.at, event, old.key)))
