"""A shop in Python beside server-example: it signs orders and receives events. Only the standard library."""

import base64, hashlib, hmac, json, os, sys, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def secret(name):
    """Anyone could sign with an empty secret."""
    return os.environ.get(name) or sys.exit(f"{name} is not set")


SHOP_SECRET = secret("SHOP_SECRET").encode()
EVENTS_KEY = base64.b64decode(secret("EVENTS_SECRET").removeprefix("whsec_"))
PAY = os.environ.get("PAY", "http://127.0.0.1:8787/pay")  # server-example

# In a real shop: its database.
orders = {"1042": {"amount": "1250.00", "currency": "UAH", "customer": "c-7", "methods": ["transfer"]}}
paid = set()


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def order_token(reference, order):
    """Signs what is to be paid: a JWT, for a payer who may pay this order."""
    claims = {"sub": reference, "aud": "pay", "iat": time.time(), "exp": int(time.time()) + 3600, **order}
    content = ".".join(base64url(json.dumps(part).encode()) for part in ({"alg": "HS256", "typ": "JWT"}, claims))
    return f"{content}.{base64url(hmac.digest(SHOP_SECRET, content.encode(), 'sha256'))}"


def verified_event(headers, body):
    """The event of a request, or None if server-example has not sent it."""
    event_id, sent_at = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    signature = hmac.digest(EVENTS_KEY, f"{event_id}.{sent_at}.".encode() + body, "sha256")
    expected = "v1," + base64.b64encode(signature).decode()
    given = headers.get("webhook-signature", "").split(" ")
    is_genuine = any(hmac.compare_digest(one.encode(), expected.encode()) for one in given)
    return json.loads(body)["data"] if is_genuine and abs(time.time() - int(sent_at)) < 300 else None


class Shop(BaseHTTPRequestHandler):
    def do_GET(self):
        reference = self.path.removeprefix("/orders/")
        if reference not in orders:
            return self.respond(404, "Order not found")
        if reference in paid:
            return self.respond(200, "Thank you, your order is paid.")
        token = order_token(reference, orders[reference])
        self.respond(
            200,
            f'<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">'
            f'<title>Order {reference}</title><script src="{PAY}/paypane.js" async></script>'
            f'<pay-pane endpoint="{PAY}" order="{token}"></pay-pane></html>',
        )

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        event = verified_event(self.headers, body) if self.path == "/events" else None
        if event is None:
            return self.respond(401, "Not an event")
        # The same event may arrive twice: this changes nothing the second time.
        if event["type"] == "checkout.succeeded":
            paid.add(event["ref"])
        self.respond(200, "")

    def respond(self, status, html):
        self.send_response(status)
        self.send_header("content-type", "text/html; charset=utf-8")
        self.send_header("cache-control", "private, no-store")
        self.end_headers()
        self.wfile.write(html.encode())


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8000"))), Shop)
    print(json.dumps({"listening": f"http://127.0.0.1:{server.server_port}"}), flush=True)
    server.serve_forever()
