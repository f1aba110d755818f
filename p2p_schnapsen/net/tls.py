"""TLS 1.3 without authorities: the host shows a fresh self-signed certificate, the joiner takes any.

TLS keeps others from reading and altering the bytes.  Who is at the other end it does not say: both sides sign the
SHA-256 digest of the host's certificate with their identities right afterwards (`table.channel`), so somebody in the
middle, whose certificate is another, is found out.
"""

from __future__ import annotations

import datetime
import hashlib
import os
import secrets
import ssl
import tempfile
from dataclasses import dataclass
from pathlib import Path

from p2p_schnapsen.errors import DataError

NAME = "p2p-schnapsen"
# Nobody checks the dates, so that wrong clocks do no harm. The end is RFC 5280's "no well-defined expiration".
NOT_BEFORE = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)
NOT_AFTER = datetime.datetime(9999, 12, 31, 23, 59, 59, tzinfo=datetime.UTC)


@dataclass(frozen=True, slots=True)
class HostTLS:
    """What a host needs: the context for its connections, and the digest (32 bytes) of its certificate."""

    context: ssl.SSLContext
    digest: bytes


def host_tls() -> HostTLS:
    """A new certificate (P-256, self-signed) in a context for hosts: TLS 1.3 only, no session tickets.

    Raises DataError `temp-folder`: `ssl` takes keys from files only, and the folder for such files is of no use.
    """
    # Only here: guests need none of it, and a host has its first picture on the screen by now.
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, Encoding, PrivateFormat
    from cryptography.x509.oid import NameOID

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    builder = x509.CertificateBuilder(subject_name=name, issuer_name=name, public_key=key.public_key())
    builder = builder.serial_number(x509.random_serial_number()).not_valid_before(NOT_BEFORE).not_valid_after(NOT_AFTER)
    certificate = builder.sign(key, hashes.SHA256())

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = context.maximum_version = ssl.TLSVersion.TLSv1_3
    context.num_tickets = 0
    # Encrypted under a password that only this process ever has: should it die here, what stays behind is of no use.
    password = secrets.token_bytes(32).hex()
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(password.encode()))
    _load(context, pem + certificate.public_bytes(Encoding.PEM), password)
    return HostTLS(context, digest_of(certificate.public_bytes(Encoding.DER)))


def _load(context: ssl.SSLContext, pem: bytes, password: str) -> None:
    try:
        with tempfile.TemporaryDirectory(prefix=f"{NAME}-") as folder:  # 0700
            path = Path(folder) / "host.pem"
            path.touch(0o600)
            path.write_bytes(pem)
            context.load_cert_chain(path, password=password)
    except OSError as error:
        where = error.filename or os.environ.get("TMPDIR", "")
        raise DataError("temp-folder", path=str(where), reason=error.strerror or str(error)) from error


def guest_context() -> ssl.SSLContext:
    """The context for joining: TLS 1.3 only; any certificate will do, for its digest is what is signed."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = context.maximum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def digest_of(certificate: bytes) -> bytes:
    """SHA-256 of a certificate in DER."""
    return hashlib.sha256(certificate).digest()


def seen_digest(connection: ssl.SSLObject) -> bytes | None:
    """The digest of the certificate that the other side of a connection showed. None where there is none to be seen."""
    try:
        certificate = connection.getpeercert(binary_form=True)
    except ValueError:  # OpenSSL takes the handshake back where what followed it was no TLS
        return None
    return digest_of(certificate) if certificate else None
