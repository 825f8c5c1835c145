"""Signing in and out, joining by a link, and a person's own account."""

import secrets
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import RedirectResponse as Redirect
from starlette.responses import Response

from grader.model.text import printable
from grader.record.accounts import (
    add_token,
    count_sessions,
    drop_token,
    end_sessions,
    find_account,
    find_invited,
    list_tokens,
)

from . import pages
from .guard import Refused, read_number
from .identity import COOKIE, SHORTEST_PASSWORD, refuse_password
from .questions import Visit
from .service import Service

if TYPE_CHECKING:
    from .provider import Provider

Answer = Callable[[Request, Service, Mapping[str, str]], Response]
_LONGEST_LABEL = 100
PROVIDER, BACK = "/login/provider", "/login/provider/back"
_PENDING = "grader_sign_in"  # the cookie of a browser that is at the provider
_PENDING_SECONDS = 600


def _address(request: Request) -> str:
    return request.client.host if request.client else ""


def _next(path: str) -> str:
    """Take only a path of this server's to go on to."""
    is_own = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return path if is_own else "/"


def login_page(request: Request, service: Service, _form: Mapping[str, str]) -> Response:
    """Ask for name and password."""
    if service.identity.who(request) is not None:
        return Redirect("/", 303)
    return _ask_password(service, _next(request.query_params.get("next", "/")))


def _ask_password(service: Service, further: str, name: str = "", wrong: str = "") -> Response:
    return pages.page(
        "login.html.j2",
        service,
        None,
        403 if wrong else 200,
        further=further,
        name=name,
        wrong=wrong,
        has_provider=service.provider is not None,
    )


def sign_in(request: Request, service: Service, form: Mapping[str, str]) -> Response:
    """Sign in; wrong passwords are counted by account and by address."""
    name, further = form.get("name", "").strip(), _next(form.get("next", "/"))
    if not service.identity.is_password_of(name, form.get("password", ""), _address(request)):
        wrong = "That name and that password do not belong together."
        return _ask_password(service, further, name, wrong)
    answer = Redirect(further, 303)
    service.identity.remember(answer, service.identity.begin(name))
    return answer


def sign_out(visit: Visit) -> Response:
    """End this session."""
    visit.service.identity.sign_out(visit.person)
    answer = Redirect("/login", 303)
    answer.delete_cookie(COOKIE)
    return answer


def _invited(request: Request, service: Service) -> str:
    identity = service.identity
    identity.refuse_guesses(_address(request))
    with identity.store.reading() as reading:
        name = find_invited(reading, request.path_params["secret"], identity.clock())
    if name is None:
        identity.note_guess(_address(request))
        raise Refused(
            403,
            "not_yours",
            "This link was used already, or is older than 14 days. Ask your instructor for a "
            "new one; whoever has a password signs in with it.",
        )
    return name


def join_page(request: Request, service: Service, _form: Mapping[str, str]) -> Response:
    """Ask who was invited for a password."""
    return _ask_first_password(service, _invited(request, service))


def _ask_first_password(service: Service, name: str, wrong: str = "") -> Response:
    status, shortest = 422 if wrong else 200, SHORTEST_PASSWORD
    return pages.page(
        "join.html.j2", service, None, status, name=name, wrong=wrong, shortest=shortest
    )


def join(request: Request, service: Service, form: Mapping[str, str]) -> Response:
    """Set the first password, or a new one after an invitation; then they are signed in."""
    name, password = _invited(request, service), form.get("password", "")
    wrong = refuse_password(password)
    if wrong is not None:
        return _ask_first_password(service, name, wrong)
    service.identity.set_password(name, password)
    answer = Redirect("/", 303)
    service.identity.remember(answer, service.identity.begin(name))
    return answer


# -- the account of who is signed in


def account_page(visit: Visit, said: str = "", token: str = "", status: int = 200) -> Response:
    """Show an account; `token` is a new one, which is shown once."""
    identity, name = visit.service.identity, visit.person.name
    with identity.store.reading() as reading:
        tokens = list_tokens(reading, name)
        number = count_sessions(reading, name, identity.clock())
    return pages.visited(
        visit,
        "account.html.j2",
        status,
        sessions=number,
        tokens=tokens,
        said=said,
        secret=token,
        shortest=SHORTEST_PASSWORD,
    )


def change_account(visit: Visit) -> Response:
    """Change a password, end sessions, add a token or take one back."""
    identity, form, name = visit.service.identity, visit.form, visit.person.name
    if visit.person.is_local:
        raise Refused(403, "not_yours", "There are no accounts here: you need none.")
    match form.get("do"):
        case "password":
            return _change_password(visit)
        case "sessions":
            with identity.store.writing() as writing:
                end_sessions(writing, name)
            return Redirect("/login", 303)
        case "token":
            label = printable(form.get("label", "").strip(), lines=False)[:_LONGEST_LABEL]
            secret = secrets.token_urlsafe(32)
            with identity.store.writing() as writing:
                is_added = add_token(
                    writing, name, label or "command line", secret, identity.clock()
                )
            if not is_added:
                return account_page(
                    visit, "There are too many tokens: take one back first.", "", 422
                )
            return account_page(visit, "Copy the token now: it is not shown again.", secret)
        case "drop":
            number = read_number(form.get("number"))
            with identity.store.writing() as writing:
                drop_token(writing, name, number or 0)
            return account_page(visit, "The token is no longer good.")
    raise Refused(400, "unreadable", "Nothing was asked for.")


def _change_password(visit: Visit) -> Response:
    identity, form = visit.service.identity, visit.form
    password = form.get("password", "")
    wrong = refuse_password(password)
    if wrong is None and not identity.is_password_of(
        visit.person.name, form.get("current", ""), _address(visit.request)
    ):
        wrong = "That is not your current password."
    if wrong is not None:
        return account_page(visit, wrong, status=422)
    identity.set_password(visit.person.name, password)
    answer = Redirect("/account", 303)  # this one stays, all others end
    identity.remember(answer, identity.begin(visit.person.name))
    return answer


# -- with the accounts of an institution


def leave_for_provider(request: Request, service: Service, _form: Mapping[str, str]) -> Response:
    """Send whoever signs in to the provider."""
    further = _next(request.query_params.get("next", "/"))
    departure = _provider(service).depart(_way_back(request, service), further)
    answer = Redirect(departure.address, 303)
    answer.set_cookie(
        _PENDING,
        departure.cookie,
        max_age=_PENDING_SECONDS,
        path=BACK,
        httponly=True,
        samesite="lax",
        secure=service.public_url.startswith("https:"),
    )
    return answer


def come_back(request: Request, service: Service, _form: Mapping[str, str]) -> Response:
    """Sign in whom the provider vouches for, if an instructor has invited them."""
    identity, address = service.identity, _address(request)
    identity.refuse_guesses(address)
    cookie, back = request.cookies.get(_PENDING, ""), _way_back(request, service)
    name, further = _provider(service).arrive(cookie, request.query_params, back)
    with identity.store.reading() as reading:
        account = find_account(reading, name)
    if account is None:
        identity.note_guess(address)
        raise Refused(
            403,
            "not_yours",
            f"Your institution calls you {printable(name, lines=False)[:_LONGEST_LABEL]}, and "
            "nobody has invited that name to this course. Ask your instructor to do so.",
        )
    answer = Redirect(_next(further), 303)
    identity.remember(answer, identity.begin(account.account))
    answer.delete_cookie(_PENDING, path=BACK)
    return answer


def _provider(service: Service) -> "Provider":
    if service.provider is None:
        raise Refused(403, "not_yours", "Here everybody signs in with a name and a password.")
    return service.provider


def _way_back(request: Request, service: Service) -> str:
    return (service.public_url or str(request.base_url).rstrip("/")) + BACK
