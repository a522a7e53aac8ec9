#include "site/status_page.h"

#include <fmt/format.h>

#include "site/resource.h"

namespace prichal::site {
namespace {

constexpr std::string_view kStatusStyle = R"(
:root { color-scheme: light dark; --page: #fff; --text: #1b1f24; --soft: #59636e; --code: #eef1f4 }
@media (prefers-color-scheme: dark) {
  :root { --page: #0f1318; --text: #e6ebf0; --soft: #98a2ad; --code: #222932 }
}
body {
  display: grid; min-height: 100vh; margin: 0; place-items: center;
  background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif;
}
main { box-sizing: border-box; width: 100%; max-width: 34rem; padding: 2rem 1.25rem }
h1 { margin: 0 0 1rem; font-size: 1.75rem; line-height: 1.2 }
p { margin: 0 0 .75rem }
code { padding: .125rem .375rem; border-radius: .25rem; background: var(--code) }
.software { margin: 2rem 0 0; color: var(--soft); font-size: .875rem }
)";

}  // namespace

StatusPage MakeStatusPage() {
  return {.html = fmt::format(R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
{}
<link rel="icon" href="data:,">
<style>{}</style>
</head>
<body>
<main>
<h1>TON Connect bridge</h1>
<p>This server is running. It passes encrypted messages between apps and wallets.</p>
<p>Apps and wallets connect at <code>/bridge</code> of this address.</p>
<p class="software">Software: Prichal</p>
</main>
</body>
</html>
)",
                              kStatusTitle, kStatusStyle),
          .policy = fmt::format("default-src 'none'; style-src 'sha256-{}'; img-src data:; "
                                "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
                                Base64(Sha256(kStatusStyle)))};
}

}  // namespace prichal::site
