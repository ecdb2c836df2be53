# Varnish in front of bundles. Start varnishd with `-p http_gzip_support=off`: the service compresses by itself, also
# with Brotli. Change the addresses to yours, and tell the service of Varnish:
#   CDN=request
#   CDN_PURGE_REQUEST={"method": "BAN", "url": "http://127.0.0.1:6081/", "headers": {"X-Tag": "{tag}"}}
vcl 4.1;

import std;

backend parlance {
  .host = "127.0.0.1";
  .port = "4400";
  .connect_timeout = 1s;
  .first_byte_timeout = 10s;
}

acl purgers {
  "127.0.0.1";
}

sub vcl_recv {
  if (req.method == "BAN") {
    if (client.ip !~ purgers || req.http.X-Tag !~ "^[a-z]-[0-9a-f-]+$") {
      return (synth(403));
    }
    ban("obj.http.Surrogate-Key ~ " + req.http.X-Tag);
    return (synth(200, "Banned"));
  }
  if (req.url !~ "^/v1/i18n/bundles/" || (req.method != "GET" && req.method != "HEAD")) {
    return (pass);
  }
  # Other parameters, and their order, make no difference.
  set req.url = regsuball(req.url, "([?&])(?!shape=|envelope=|prefix=|release=)[^&]*", "\1");
  set req.url = regsub(regsuball(req.url, "([?&])&+", "\1"), "[?&]+$", "");
  set req.url = std.querysort(req.url);
  # One entry for each encoding, whatever the spelling of Accept-Encoding.
  if (req.http.Accept-Encoding ~ "(?i)\bbr\b") {
    set req.http.Accept-Encoding = "br";
  } elseif (req.http.Accept-Encoding ~ "(?i)\bgzip\b") {
    set req.http.Accept-Encoding = "gzip";
  } else {
    unset req.http.Accept-Encoding;
  }
  unset req.http.Cookie;
  unset req.http.Authorization;
  return (hash);
}

sub vcl_backend_response {
  if (beresp.status == 200) {
    # An outage of the service is unseen by readers of what is here.
    set beresp.grace = 7d;
  } elseif (beresp.status >= 500) {
    # Keeps what is here in place of an error.
    if (bereq.is_bgfetch) {
      return (abandon);
    }
    set beresp.uncacheable = true;
  }
}
