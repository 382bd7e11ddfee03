"""Signatures: a certificate in a DSSE envelope.

Keys and signatures are those of securesystemslib, which is loaded when there is something to sign
or a signature to check (``pip install 'california-jack-conformance[sign]'``).
"""

import copy
import importlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from conformance.errors import UsageError

PAYLOAD = "application/vnd.in-toto+json"
_INSTALL = "pip install 'california-jack-conformance[sign]'"
_MAKE = "`openssl genpkey -algorithm ed25519 -out key.pem` makes a private key"
_PUBLIC = "`openssl pkey -in key.pem -pubout -out public.pem` writes the public key of key.pem"


class SignatureError(Exception):
    """The signature does not fit. The text says what of it."""


@dataclass(frozen=True, slots=True)
class Signing:
    """A private key that signs."""

    signer: Any

    @classmethod
    def with_key(cls, path: Path) -> "Signing":
        """The private key in a PEM file, without a passphrase.

        Raises:
            UsageError: no such key, or the library is missing.
        """
        library = _library("securesystemslib.signer")
        load = _library("cryptography.hazmat.primitives.serialization").load_pem_private_key
        key = _key_of(path, lambda raw: load(raw, None), _MAKE)
        return cls(_usable(path, lambda: library.CryptoSigner(key), _MAKE))


@dataclass(frozen=True, slots=True)
class Checking:
    """A public key that signatures are checked with."""

    key: Any

    @classmethod
    def with_key(cls, path: Path) -> "Checking":
        """The public key in a PEM file.

        Raises:
            UsageError: no such key, or the library is missing.
        """
        library = _library("securesystemslib.signer")
        load = _library("cryptography.hazmat.primitives.serialization").load_pem_public_key
        key = _key_of(path, load, _PUBLIC)
        return cls(_usable(path, lambda: library.SSlibKey.from_crypto(key), _PUBLIC))

    def check(self, envelope: dict[str, Any]) -> None:
        """Is the envelope signed with this key, and with nothing else?

        Raises: SignatureError.
        """
        dsse = _library("securesystemslib.dsse")
        try:
            read = dsse.Envelope.from_dict(copy.deepcopy(envelope))  # it takes it apart
            read.verify([self.key], 1)
        except Exception as fault:  # whatever the library cannot read is no signature
            raise SignatureError(
                f"it is not signed with this key, or was changed since ({type(fault).__name__})"
            ) from None
        if len(read.signatures) > 1:
            raise SignatureError("there are signatures of other keys beside it")


def signed(payload: bytes, signing: Signing) -> dict[str, Any]:
    """The envelope of a certificate."""
    envelope = _library("securesystemslib.dsse").Envelope(payload, PAYLOAD, {})
    envelope.sign(signing.signer)
    value: dict[str, Any] = envelope.to_dict()
    return value


def _library(module: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError:
        raise UsageError("signatures need the library securesystemslib", _INSTALL) from None


def _key_of(path: Path, load: Callable[[bytes], Any], hint: str) -> Any:
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise UsageError(f"cannot read the key {path}: {error.strerror}", hint) from None
    return _usable(path, lambda: load(raw), hint)


def _usable(path: Path, made: Callable[[], Any], hint: str) -> Any:
    try:
        return made()
    except Exception as fault:  # the library has many ways to say so
        reason = "it has a passphrase" if isinstance(fault, TypeError) else "it is no such PEM file"
        raise UsageError(f"cannot use the key {path}: {reason}", hint) from None
