<?php
// A shop in PHP beside server-example: it signs orders and receives events. For a try: php -S 127.0.0.1:8000 shop.php

define('SHOP_SECRET', secret('SHOP_SECRET'));
define('EVENTS_KEY', base64_decode(preg_replace('/^whsec_/', '', secret('EVENTS_SECRET'))));
define('PAY', getenv('PAY') ?: 'http://127.0.0.1:8787/pay'); // server-example
define('PAID', getenv('PAID') ?: sys_get_temp_dir()); // In a real shop: its database.

$orders = ['1042' => ['amount' => '1250.00', 'currency' => 'UAH', 'customer' => 'c-7', 'methods' => ['transfer']]];

/** Anyone could sign with an empty secret. */
function secret(string $name): string
{
    if (!getenv($name)) {
        http_response_code(500);
        exit("$name is not set");
    }
    return getenv($name);
}

function base64url(string $data): string
{
    return rtrim(strtr(base64_encode($data), '+/', '-_'), '=');
}

/** Signs what is to be paid: a JWT, for a payer who may pay this order. */
function order_token(string $reference, array $order): string
{
    $claims = ['sub' => $reference, 'aud' => 'pay', 'iat' => microtime(true), 'exp' => time() + 3600] + $order;
    $content = base64url('{"alg":"HS256","typ":"JWT"}') . '.' . base64url(json_encode($claims));
    return $content . '.' . base64url(hash_hmac('sha256', $content, SHOP_SECRET, true));
}

/** The event of a request, or null if server-example has not sent it. */
function verified_event(string $id, string $sent_at, string $signatures, string $body): ?array
{
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$sent_at.$body", EVENTS_KEY, true));
    $is_genuine = array_filter(explode(' ', $signatures), fn ($given) => hash_equals($expected, $given)) !== [];
    return $is_genuine && abs(time() - (int) $sent_at) < 300 ? json_decode($body, true)['data'] : null;
}

function paid_file(string $reference): string
{
    return PAID . '/' . hash('sha256', $reference) . '.paid';
}

header('cache-control: private, no-store');
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if ($path === '/events') {
    $header = fn (string $name) => $_SERVER["HTTP_WEBHOOK_$name"] ?? '';
    $body = file_get_contents('php://input');
    $event = verified_event($header('ID'), $header('TIMESTAMP'), $header('SIGNATURE'), $body);
    if ($event === null) {
        http_response_code(401);
    } elseif ($event['type'] === 'checkout.succeeded') {
        // The same event may arrive twice: this changes nothing the second time.
        touch(paid_file($event['ref']));
    }
    return;
}

$reference = preg_replace('#^/orders/#', '', $path);
if (!isset($orders[$reference])) {
    http_response_code(404);
    return print 'Order not found';
}
if (is_file(paid_file($reference))) {
    return print 'Thank you, your order is paid.';
}
$token = order_token($reference, $orders[$reference]);
?>
<!doctype html>
<html lang="en">
<meta name="viewport" content="width=device-width">
<title>Order <?= htmlspecialchars($reference) ?></title>
<script src="<?= PAY ?>/paypane.js" async></script>
<pay-pane endpoint="<?= PAY ?>" order="<?= $token ?>"></pay-pane>
</html>
