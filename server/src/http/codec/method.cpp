#include "http/codec/method.h"

#include <array>

namespace prichal::http {
namespace {

struct Named {
  std::string_view name;
  Method method;
};
constexpr std::array<Named, 5> kMethods{{
    {.name = "GET", .method = Method::kGet},
    {.name = "POST", .method = Method::kPost},
    {.name = "HEAD", .method = Method::kHead},
    {.name = "DELETE", .method = Method::kDelete},
    {.name = "OPTIONS", .method = Method::kOptions},
}};

}  // namespace

Method MethodOf(std::string_view name) {
  for (const Named& named : kMethods) {
    if (named.name == name) return named.method;
  }
  return Method::kOther;
}

std::string_view NameOf(Method method) {
  for (const Named& named : kMethods) {
    if (named.method == method) return named.name;
  }
  return {};
}

}  // namespace prichal::http
