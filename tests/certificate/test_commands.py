"""`cjack certify --certificate` and `cjack verify` as their users meet them."""

import json
import sys
from pathlib import Path

import pytest

from conformance.certificate.statement import OWN
from tests.conformance.test_cli import REFERENCE, Done, cjack

pytest.importorskip("securesystemslib", reason="needs the extra `sign`")

SHORT = ("--no-exhaustive", "--no-journal", "--held-out", "1")


def _keys(folder: Path, name: str) -> tuple[Path, Path]:
    """A private and a public key, as OpenSSL writes them."""
    from cryptography.hazmat.primitives import serialization as form
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    private, public = folder / f"{name}.pem", folder / f"{name}-public.pem"
    key = Ed25519PrivateKey.generate()
    private.write_bytes(
        key.private_bytes(form.Encoding.PEM, form.PrivateFormat.PKCS8, form.NoEncryption())
    )
    public.write_bytes(
        key.public_key().public_bytes(form.Encoding.PEM, form.PublicFormat.SubjectPublicKeyInfo)
    )
    return private, public


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Keys, and a signed certificate of the reference engine."""
    made = tmp_path_factory.mktemp("certificates")
    private, _ = _keys(made, "own")
    _keys(made, "other")
    done = _certify(made / "signed.json", "--sign-key", private)
    assert done.status == 0, done.err
    assert done.last_line.startswith("Certificate written to ")
    return made


def _certify(path: Path, *options: str | Path) -> Done:
    return cjack("certify", *SHORT, "--certificate", path, *options, "--", *REFERENCE)


def test_a_signed_certificate_fits_with_its_key(folder: Path) -> None:
    done = cjack("verify", folder / "signed.json", "--key", folder / "own-public.pem")
    assert done.status == 0
    assert "Verdict         conforms (graded again)" in done.out
    assert "Signature       fits" in done.out
    assert done.last_line == f"{folder / 'signed.json'} FITS"


def test_without_a_key_it_is_told_that_the_signature_was_not_checked(folder: Path) -> None:
    done = cjack("verify", folder / "signed.json")
    assert done.status == 0
    assert "Signature       not checked" in done.out


def test_another_key_does_not_fit(folder: Path) -> None:
    done = cjack("verify", folder / "signed.json", "--key", folder / "other-public.pem")
    assert done.status == 1
    assert "it is not signed with this key" in done.out
    assert done.last_line.endswith("DOES NOT FIT")


def test_a_changed_payload_and_a_changed_signature_are_found(folder: Path, tmp_path: Path) -> None:
    envelope = json.loads((folder / "signed.json").read_bytes())
    (signature,) = envelope["signatures"]
    head, tail = signature["sig"][:-3], signature["sig"][-3:]
    changes = {
        "signatures": [{**signature, "sig": head[:-1] + ("B" if head[-1] == "A" else "A") + tail}],
        "payload": ("B" if envelope["payload"][0] == "A" else "A") + envelope["payload"][1:],
        "payloadType": "text/plain",
    }
    for field, changed in changes.items():
        path = tmp_path / f"{field}.json"
        path.write_text(json.dumps(envelope | {field: changed}, indent=2) + "\n")
        done = cjack("verify", path, "--key", folder / "own-public.pem")
        assert done.status in (1, 2)
        assert "signature does not fit" in done.out or "no certificate" in done.err


def test_an_unsigned_certificate_has_no_signature_to_check(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "plain.json"
    assert _certify(path).status == 0
    stated = json.loads(path.read_bytes())["predicate"][OWN]
    assert stated["verdict"] == "conforms"
    done = cjack("verify", path, "--key", folder / "own-public.pem")
    assert done.status == 2
    assert "the certificate is not signed" in done.err


def test_a_tampered_certificate_is_told_part_by_part(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "better.json"
    wrong = tmp_path / "wrong.py"
    wrong.write_text(
        "from reference_engine.__main__ import serve\n"
        "from reference_engine.adapter import EVERYTHING\n"
        "from reference_engine.rules import Rules\n"
        "class Wrong(Rules):\n"
        "    def drawers(self, r, winner):\n"
        "        return super().drawers(r, winner)[::-1]\n"
        "serve(Wrong(), EVERYTHING)\n"
    )
    options = (*SHORT, "--no-diagnose", "--quiet", "--seed", "7")
    engine = (sys.executable, wrong)
    assert cjack("certify", *options, "--certificate", path, "--", *engine).status == 1
    assert cjack("verify", path).status == 0
    raw = path.read_text()
    path.write_text(raw.replace('"does-not-conform"', '"conforms"').replace('"FAILED"', '"PASSED"'))
    done = cjack("verify", path)
    assert done.status == 1
    assert 'verdict: states "conforms", the transcript gives "does-not-conform"' in done.out
    assert 'predicate.result: states "PASSED", the transcript gives "FAILED"' in done.out


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--sign-key", "key.pem"), "--sign-key needs --certificate FILE"),
        (("--certificate", "c.json", "--sign-key", "none.pem"), "cannot read the key none.pem"),
        (("--certificate", "c.json", "--sign-key", "pyproject.toml"), "it is no such PEM file"),
        (("--certificate", "none/c.json"), "there is no folder none"),
    ],
)
def test_what_cannot_be_written_or_signed_is_told_before_the_run(
    options: tuple[str, ...], says: str
) -> None:
    done = cjack("certify", *options, "--", "no-such-program")
    assert done.status == 2
    assert says in done.err


def test_a_file_that_is_no_certificate_is_told() -> None:
    for path, says in (("none.json", "cannot read none.json"), ("LICENSE", "it is not JSON")):
        done = cjack("verify", path)
        assert done.status == 2
        assert says in done.err


def test_without_the_library_the_way_out_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from conformance.certificate.signing import Signing
    from conformance.errors import UsageError

    monkeypatch.setitem(sys.modules, "securesystemslib.signer", None)
    with pytest.raises(UsageError, match="signatures need the library securesystemslib") as caught:
        Signing.with_key(tmp_path / "key.pem")
    assert caught.value.hint == "pip install 'california-jack-conformance[sign]'"
