"""A merchant's server for Paypane in Python's standard library alone: transfers, one attempt per order.

PAYMENTS_BASE_URL, PAYMENTS_P2P_KEY and PAYMENTS_PRIVATE_KEY come from the environment.
What it gives up beside Paypane's own server: docs/other-languages.md.
"""
import hashlib, hmac, json, os, secrets, sqlite3, threading, time
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import quote, urlsplit

BASE = urlsplit(os.environ["PAYMENTS_BASE_URL"])
KEY, PRIVATE_KEY = os.environ["PAYMENTS_P2P_KEY"], os.environ["PAYMENTS_PRIVATE_KEY"]
ORDERS = {"1042": ("1250.00", "UAH"), "1043": ("89.90", "UAH")}  # the shop: no amount ever comes from a browser
TIMEOUT = int(os.environ.get("PAYMENTS_TIMEOUT_MS", "10000")) / 1000
TTL, WATCH = 1800, 72 * 3600  # seconds: for the payer, for money that comes late
FIELDS = dict(recipient="fio", phone="number", qr="qrUrl", scheme="method",  # ours: the service's
              **{same: same for same in ("card", "bank", "iban", "accountNumber", "formUrl")})

DB, LOCK = sqlite3.connect(os.environ.get("DATABASE", "merchant.db"), check_same_thread=False, isolation_level=None), threading.Lock()
DB.row_factory = sqlite3.Row
DB.execute("PRAGMA synchronous = FULL")
DB.execute("""CREATE TABLE IF NOT EXISTS checkouts (id TEXT PRIMARY KEY, shop_order TEXT UNIQUE, transaction_id TEXT,
  external_id TEXT, state TEXT DEFAULT 'unknown', action TEXT, paid TEXT, created REAL, ask_at REAL, told INT DEFAULT 0)""")


def sql(statement, *values):
    """One statement, on the disk when it returns."""
    with LOCK:
        return DB.execute(statement, values).fetchall()


def service(path, body=None):
    """(status, JSON), its numbers as they were written; (None, {}) where nothing came that can be relied on."""
    headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"}
    path = f"{BASE.path}/api/v1/integration/deposit-order/{path}"
    connect = HTTPSConnection if BASE.scheme == "https" else HTTPConnection  # neither follows a redirect: that is no answer
    try:
        host = connect(BASE.netloc, timeout=TIMEOUT)
        host.request("POST" if body else "GET", path, body, headers)
        answer = host.getresponse()
        data = json.loads(answer.read() or "{}", parse_float=str, parse_int=str)
        return answer.status, data if isinstance(data, dict) else {}
    except (OSError, ValueError, HTTPException):
        return None, {}


def create(row):
    """The create call of a row that is on the disk already. What is not known for certain stays `unknown`."""
    amount, currency = ORDERS[row["shop_order"]]
    back = f"{PUBLIC_URL}/?order={quote(row['shop_order'])}"
    rest = dict(currency=currency, externalTransactionId=row["transaction_id"], callbackUrl=f"{PUBLIC_URL}/pay/callbacks",
                processingRedirectUrl=back, successRedirectUrl=back, failedRedirectUrl=back)
    status, data = service("", f'{{"amount": {amount}, {json.dumps(rest)[1:]}'.encode())  # its own digits, never a float
    duplicate = data.get("code") == "1.1.5.1" or data.get("statusDescrption") == "1-4007"  # then the order exists
    if status == 200 and data.get("externalId"):
        details = data.get("paymentDetails") or {}
        action = dict({ours: details.get(theirs) for ours, theirs in FIELDS.items()}, type="transfer")
        state = "failed" if data.get("orderStatus") == "Failed" else "pending"
        sql("UPDATE checkouts SET external_id = ?, state = ?, action = ?, ask_at = ? WHERE id = ? AND state = 'unknown'",
            data["externalId"], state, json.dumps(action), time.time() + 3, row["id"])
    elif status and 400 <= status < 499 and status != 408 and not duplicate:
        sql("UPDATE checkouts SET state = 'refused', ask_at = NULL WHERE id = ? AND state = 'unknown'", row["id"])


def look(row):
    """Asks the status by our own id. Success is never taken back; silence and 404 are no news of money."""
    age, (amount, currency) = time.time() - row["created"], ORDERS[row["shop_order"]]
    next_ask = time.time() + min(3600, max(2, age / 10)) if age < TTL + WATCH else None
    status, data = service(quote(row["transaction_id"], "") + "/status-by-external-transaction-id")
    sql("UPDATE checkouts SET ask_at = ? WHERE id = ?", next_ask, row["id"])
    if status != 200 or not data.get("externalId"):
        return
    state = {"Success": "succeeded", "Failed": "failed"}.get(data.get("orderStatus"), "pending")
    if state == "succeeded" and (data.get("currency") or currency).upper() != currency:
        state = "review"  # never shown as paid
        print("needs a human: another currency", row["shop_order"], flush=True)
    sql("UPDATE checkouts SET external_id = ?, state = ?, paid = ? WHERE id = ? AND state NOT IN ('succeeded', ?)",
        data["externalId"], state, data.get("amount") or amount, row["id"], "failed" if state == "pending" else "")


def tell(row):
    """Yours. May be called twice for one order; compare what was paid with what was asked."""
    print("paid", row["shop_order"], row["paid"], flush=True)
    sql("UPDATE checkouts SET told = 1 WHERE id = ?", row["id"])


def work():
    """Asks about what is due, whether a payer looks or not, and tells the shop what is paid."""
    while True:
        for row in sql("SELECT * FROM checkouts WHERE CASE state WHEN 'succeeded' THEN NOT told ELSE ask_at <= ? END", time.time()):
            try:
                tell(row) if row["state"] == "succeeded" else look(row)
            except Exception as trouble:  # the others go on, and this one is tried again
                print("broke off:", row["shop_order"], type(trouble).__name__, flush=True)
        time.sleep(0.5)


def view(row):
    """What the pane is told. Only what is known to have failed is `failed`; what is unknown is `preparing`."""
    amount, currency = ORDERS[row["shop_order"]]
    status = dict(unknown="preparing", refused="failed", review="pending").get(row["state"], row["state"])
    if status in ("preparing", "pending") and time.time() > row["created"] + TTL:
        status = "expired"
    final = row["state"] in ("succeeded", "refused") or row["ask_at"] is None
    utc = lambda at: time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(at))
    return dict(id=row["id"], order=row["shop_order"], status=status, final=final, pollAfter=None if final else 2,
                amount=dict(value=amount, currency=currency), now=utc(time.time()), expiresAt=utc(row["created"] + TTL),
                paid=dict(value=row["paid"], currency=currency) if status == "succeeded" else None,
                action=json.loads(row["action"]) if status == "pending" and row["action"] else None)


def once(pairs):
    return dict(pairs) if len(dict(pairs)) == len(pairs) else None  # a name said twice proves nothing


def verified(raw, signature):
    """The callback, if its signature holds over the four values as they were written: `100.00` is not `100`."""
    try:
        body = json.loads(raw.decode(), parse_float=str, parse_int=str, object_pairs_hook=once)
        signed = [body[name] for name in ("externalId", "status", "amount", "orderType")]
        proof = hashlib.sha256(";".join([*signed, PRIVATE_KEY]).encode()).hexdigest()
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    holds = hmac.compare_digest(proof.encode(), signature.strip().lower().encode())
    return body if holds and not any(";" in value for value in signed) else None


class Handler(BaseHTTPRequestHandler):
    def answer(self, status, data):
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(json.dumps(data).encode())

    def do_GET(self):
        folder, _, checkout = self.path.split("?")[0].rpartition("/")
        rows = sql("SELECT * FROM checkouts WHERE id = ?", checkout) if folder == "/pay/checkouts" else []
        self.answer(200, view(rows[0])) if rows else self.answer(404, {"code": "checkout_unknown"})

    def do_POST(self):
        size = self.headers.get("Content-Length") or ""
        if not size.isdecimal() or int(size) > 65536:
            return self.answer(413, {"code": "body_too_large"})
        raw = self.rfile.read(int(size))
        if self.path == "/pay/callbacks":
            callback = verified(raw, self.headers.get("Signature", ""))
            if callback is None:
                return self.answer(401, {"code": "signature_invalid"})
            # Only a reason to ask: the status endpoint says what is true. On the disk before it is acknowledged.
            sql("UPDATE checkouts SET ask_at = 0 WHERE external_id = ? AND state != 'succeeded'", callback["externalId"])
            return self.answer(200, {})
        try:
            order = json.loads(raw)["order"]
            ORDERS[order]  # the shop knows it
        except (ValueError, KeyError, TypeError, RecursionError):
            return self.answer(404, {"code": "order_unknown"})
        # Written ahead: of many requests at once one inserts and sends. After a crash `work` asks what became of it.
        made = sql("""INSERT INTO checkouts (id, shop_order, transaction_id, created, ask_at) VALUES (?, ?, ?, ?, ?)
          ON CONFLICT DO NOTHING RETURNING *""", "co_" + secrets.token_urlsafe(16), order, secrets.token_hex(16),
                   time.time(), time.time() + 2 * TIMEOUT)
        for row in made:
            create(row)
        self.answer(201 if made else 200, view(sql("SELECT * FROM checkouts WHERE shop_order = ?", order)[0]))

    def log_message(self, *_):
        pass  # addresses hold checkout ids, and whoever holds one may read its view


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8787"))), Handler)
    PUBLIC_URL = os.environ.get("PUBLIC_URL", f"http://127.0.0.1:{server.server_port}")
    threading.Thread(target=work, daemon=True).start()
    print(json.dumps({"listening": PUBLIC_URL}), flush=True)
    server.serve_forever()
