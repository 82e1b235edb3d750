"""Stored events with explicit names and readable JSON, in place of class paths and pickles."""

from typing import Any
from uuid import UUID

from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import Mapper, StoredEvent, Transcoder

from domain.events import Recorded
from domain.session import CODEC


class NullTranscoder(Transcoder):
    """Refuses everything: the mapper below needs none, and the library asks for one."""

    def encode(self, obj: Any) -> bytes:
        raise TypeError(f"no transcoder for {type(obj).__name__}: expected a recorded event")

    def decode(self, data: bytes) -> Any:
        raise TypeError("no transcoder: stored events are read by the mapper")


class MsgspecMapper(Mapper[UUID]):
    """Maps recorded events to stored ones through the domain's codec."""

    def to_stored_event(self, domain_event: DomainEventProtocol[UUID]) -> StoredEvent:
        assert isinstance(domain_event, Recorded)
        name, state = CODEC.encode(domain_event.at, domain_event.event, domain_event.key)
        return StoredEvent(domain_event.session_id, domain_event.version, name, state)

    def to_domain_event(self, stored_event: StoredEvent) -> Recorded:
        session_id = stored_event.originator_id
        assert isinstance(session_id, UUID)
        return CODEC.decode(
            session_id, stored_event.originator_version, stored_event.topic, stored_event.state
        )
