"""A merchant server for Paypane that needs only Python's standard library: transfers, one attempt per order.

PAYMENTS_BASE_URL, PAYMENTS_P2P_KEY and PAYMENTS_PRIVATE_KEY come from the environment.
What is missing compared with Paypane's own server: docs/other-languages.md.
"""
import hashlib, hmac, json, os, secrets, sqlite3, threading, time
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import quote, urlsplit

BASE = urlsplit(os.environ["PAYMENTS_BASE_URL"])
KEY, PRIVATE_KEY = os.environ["PAYMENTS_P2P_KEY"], os.environ["PAYMENTS_PRIVATE_KEY"]
ORDERS = {"1042": ("1250.00", "UAH"), "1043": ("89.90", "UAH")}  # the shop: amounts never come from a browser
TIMEOUT = int(os.environ.get("PAYMENTS_TIMEOUT_MS", "10000")) / 1000
TTL, WATCH = 1800, 72 * 3600  # seconds: time to pay; lookups for late money
FIELDS = dict(recipient="fio", phone="number", qr="qrUrl", scheme="method",  # our name: the service's name
              **{same: same for same in ("card", "bank", "iban", "accountNumber", "formUrl")})

DB, LOCK = sqlite3.connect(os.environ.get("DATABASE", "merchant.db"), check_same_thread=False, isolation_level=None), threading.Lock()
DB.row_factory = sqlite3.Row
DB.execute("PRAGMA synchronous = FULL")
DB.execute("""CREATE TABLE IF NOT EXISTS checkouts (id TEXT PRIMARY KEY, shop_order TEXT UNIQUE, transaction_id TEXT,
  external_id TEXT, state TEXT DEFAULT 'unknown', action TEXT, paid TEXT, created REAL, next_lookup_at REAL, notified INT DEFAULT 0)""")


def sql(statement, *values):
    """Executes one statement, and returns when it is durable."""
    with LOCK:
        return DB.execute(statement, values).fetchall()


def service(path, body=None):
    """Returns (status, JSON) with numbers as text; (None, {}) if there is no reliable response."""
    headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"}
    path = f"{BASE.path}/api/v1/integration/deposit-order/{path}"
    connect = HTTPSConnection if BASE.scheme == "https" else HTTPConnection  # neither follows redirects
    try:
        host = connect(BASE.netloc, timeout=TIMEOUT)
        host.request("POST" if body else "GET", path, body, headers)
        response = host.getresponse()
        data = json.loads(response.read() or "{}", parse_float=str, parse_int=str)
        return response.status, data if isinstance(data, dict) else {}
    except (OSError, ValueError, HTTPException):
        return None, {}


def create(row):
    """Sends the create request of a stored row. An outcome that is not certain stays `unknown`."""
    amount, currency = ORDERS[row["shop_order"]]
    back = f"{PUBLIC_URL}/?order={quote(row['shop_order'])}"
    rest = dict(currency=currency, externalTransactionId=row["transaction_id"], callbackUrl=f"{PUBLIC_URL}/pay/callbacks",
                processingRedirectUrl=back, successRedirectUrl=back, failedRedirectUrl=back)
    status, data = service("", f'{{"amount": {amount}, {json.dumps(rest)[1:]}'.encode())  # the amount as text, never a float
    duplicate = data.get("code") == "1.1.5.1" or data.get("statusDescrption") == "1-4007"  # then the order exists
    if status == 200 and data.get("externalId"):
        details = data.get("paymentDetails") or {}
        action = dict({ours: details.get(theirs) for ours, theirs in FIELDS.items()}, type="transfer")
        state = "failed" if data.get("orderStatus") == "Failed" else "pending"
        sql("UPDATE checkouts SET external_id = ?, state = ?, action = ?, next_lookup_at = ? WHERE id = ? AND state = 'unknown'",
            data["externalId"], state, json.dumps(action), time.time() + 3, row["id"])
    elif not duplicate and (status in (400, 401, 403, 415, 422, 423) or (400 <= (status or 0) < 499 and status != 408 and "label" in data and "message" in data)):
        sql("UPDATE checkouts SET state = 'refused', next_lookup_at = NULL WHERE id = ? AND state = 'unknown'", row["id"])


def look_up(row):
    """Looks up the status by our own id. Success is never taken back; no response and 404 change nothing."""
    age, (amount, currency) = time.time() - row["created"], ORDERS[row["shop_order"]]
    next_lookup = time.time() + min(3600, max(2, age / 10)) if age < TTL + WATCH else None
    status, data = service(quote(row["transaction_id"], "") + "/status-by-external-transaction-id")
    sql("UPDATE checkouts SET next_lookup_at = ? WHERE id = ?", next_lookup, row["id"])
    if status != 200 or not data.get("externalId"):
        return
    state = {"Success": "succeeded", "Failed": "failed"}.get(data.get("orderStatus"), "pending")
    if state == "succeeded" and (data.get("currency") or currency).upper() != currency:
        state = "review"  # never shown as paid
        print("needs review: another currency", row["shop_order"], flush=True)
    sql("UPDATE checkouts SET external_id = ?, state = ?, paid = ? WHERE id = ? AND state NOT IN ('succeeded', ?)",
        data["externalId"], state, data.get("amount") or amount, row["id"], "failed" if state == "pending" else "")


def notify_shop(row):
    """Replace with your own code. May be called twice for one order; compare the paid amount with the order."""
    print("paid", row["shop_order"], row["paid"], flush=True)
    sql("UPDATE checkouts SET notified = 1 WHERE id = ?", row["id"])


def work():
    """Runs due lookups, also when no payer is waiting, and notifies the shop of paid orders."""
    while True:
        for row in sql("SELECT * FROM checkouts WHERE CASE state WHEN 'succeeded' THEN NOT notified ELSE next_lookup_at <= ? END", time.time()):
            try:
                notify_shop(row) if row["state"] == "succeeded" else look_up(row)
            except Exception as error:  # the others continue, and this one is retried
                print("failed, will retry:", row["shop_order"], type(error).__name__, flush=True)
        time.sleep(0.5)


def view(row):
    """The view for the widget. `failed` only if the payment is known to have failed; unknown is `preparing`."""
    amount, currency = ORDERS[row["shop_order"]]
    status = dict(unknown="preparing", refused="failed", review="pending").get(row["state"], row["state"])
    if status in ("preparing", "pending") and time.time() > row["created"] + TTL:
        status = "expired"
    final = row["state"] in ("succeeded", "refused") or row["next_lookup_at"] is None
    utc = lambda at: time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(at))
    return dict(id=row["id"], order=row["shop_order"], status=status, final=final, pollAfter=None if final else 2,
                amount=dict(value=amount, currency=currency), now=utc(time.time()), expiresAt=utc(row["created"] + TTL),
                paid=dict(value=row["paid"], currency=currency) if status == "succeeded" else None,
                action=json.loads(row["action"]) if status == "pending" and row["action"] else None)


def unique_keys(pairs):
    return dict(pairs) if len(dict(pairs)) == len(pairs) else None  # an object with a duplicate key is rejected


def verified(raw, signature):
    """Returns the callback if its signature matches the four values as written: `100.00` is not `100`."""
    try:
        body = json.loads(raw.decode("utf-8-sig"), parse_float=str, parse_int=str, object_pairs_hook=unique_keys)
        signed = [body[name] for name in ("externalId", "status", "amount", "orderType")]
        expected = hashlib.sha256(";".join([*signed, PRIVATE_KEY]).encode()).hexdigest()
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    matches = hmac.compare_digest(expected.encode(), signature.strip().lower().encode())
    return body if matches and not any(";" in value or value == "" for value in signed) else None


class Handler(BaseHTTPRequestHandler):
    def respond(self, status, data):
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(json.dumps(data).encode())

    def do_GET(self):
        folder, _, checkout = self.path.split("?")[0].rpartition("/")
        rows = sql("SELECT * FROM checkouts WHERE id = ?", checkout) if folder == "/pay/checkouts" else []
        self.respond(200, view(rows[0])) if rows else self.respond(404, {"code": "checkout_unknown"})

    def do_POST(self):
        size = self.headers.get("Content-Length") or ""
        if not size.isdecimal() or int(size) > 65536:
            return self.respond(413, {"code": "body_too_large"})
        raw = self.rfile.read(int(size))
        if self.path == "/pay/callbacks":
            callback = verified(raw, self.headers.get("Signature", ""))
            if callback is None:
                return self.respond(401, {"code": "signature_invalid"})
            # Only triggers a lookup: the status endpoint decides. Durable before it is acknowledged.
            sql("UPDATE checkouts SET next_lookup_at = 0 WHERE external_id = ? AND state != 'succeeded'", callback["externalId"])
            return self.respond(200, {})
        try:
            order = json.loads(raw)["order"]
            ORDERS[order]  # KeyError if unknown
        except (ValueError, KeyError, TypeError, RecursionError):
            return self.respond(404, {"code": "order_unknown"})
        # Write ahead: of concurrent requests only one inserts and sends. After a crash `work` looks up the outcome.
        inserted = sql("""INSERT INTO checkouts (id, shop_order, transaction_id, created, next_lookup_at) VALUES (?, ?, ?, ?, ?)
          ON CONFLICT DO NOTHING RETURNING *""", "co_" + secrets.token_urlsafe(16), order, secrets.token_hex(16),
                   time.time(), time.time() + 2 * TIMEOUT)
        for row in inserted:
            create(row)
        self.respond(201 if inserted else 200, view(sql("SELECT * FROM checkouts WHERE shop_order = ?", order)[0]))

    def log_message(self, *_):
        pass  # URLs contain checkout ids, and anyone with an id can read its view


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8787"))), Handler)
    PUBLIC_URL = os.environ.get("PUBLIC_URL", f"http://127.0.0.1:{server.server_port}")
    threading.Thread(target=work, daemon=True).start()
    print(json.dumps({"listening": PUBLIC_URL}), flush=True)
    server.serve_forever()
