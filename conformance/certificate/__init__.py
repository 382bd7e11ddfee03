"""Certificates: a run with all that was said in it, which anybody can grade again
(``spec/certificate.md``).

:mod:`.recorder` writes down what is said, :mod:`.transcript` is its form, :mod:`.statement` makes
the certificate of it, :mod:`.replaying` answers from it, :mod:`.verifying` grades it again, and
:mod:`.signing` signs it.
"""
