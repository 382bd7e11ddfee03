"""The options `--certificate` and `--sign-key`: what a run records, and where it is written."""

from dataclasses import dataclass, field, replace
from pathlib import Path

from conformance.certificate.recorder import Recording
from conformance.certificate.signing import Signing, signed
from conformance.certificate.statement import Packed, statement, written
from conformance.errors import UsageError
from conformance.protocol.messages import HelloReply
from conformance.reports.files import check_place, write_whole
from conformance.reports.model import Report
from conformance.runner import Options


@dataclass(frozen=True)
class CertificateFile:
    """A certificate to be written to ``path``."""

    path: Path
    signing: Signing | None = None
    recording: Recording = field(default_factory=Recording)

    @classmethod
    def wanted(cls, path: Path | None, key: Path | None) -> "CertificateFile | None":
        """What the options ask for, seen to be possible before a long run.

        Raises:
            UsageError: the key cannot be used, or the file cannot be written.
        """
        if path is None:
            if key is not None:
                raise UsageError("--sign-key needs --certificate FILE")
            return None
        check_place(path)
        return cls(path, Signing.with_key(key) if key else None)

    def write(self, hello: HelloReply, report: Report, options: Options) -> None:
        """Raises: UsageError: the file cannot be written."""
        transcript = Packed.of(self.recording.transcript(hello).content())
        value = statement(replace(report, known=None), transcript, options)
        content = written(value)
        if self.signing:
            content = written(signed(content, self.signing))
        write_whole(self.path, content)
