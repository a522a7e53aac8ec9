#include "host/preload.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <boost/json/parse.hpp>
#include <vector>

#include "host/html.h"

namespace prichal::host {
namespace {

namespace json = boost::json;

/// Where the path of the purchase has the product's name, the build has nothing.
constexpr std::string_view kBuy = "/buy-";
/// What every page needs.
constexpr std::string_view kEverywhere = "*";

bool IsOwnFile(std::string_view address) {
  return address.starts_with('/') && !address.starts_with("//") &&
         address.find_first_of("<>\"\r\n\\ ") == std::string_view::npos;
}

}  // namespace

Result<std::string, std::string> PreloadLine(std::string_view html, std::string_view path) {
  std::vector<std::string> files;
  const auto add = [&](std::string_view file) {
    const bool wanted =
        IsOwnFile(file) && std::find(files.begin(), files.end(), file) == files.end();
    if (wanted) files.emplace_back(file);
    return wanted;
  };
  const auto scripts = FindScripts(html);
  // First what everything waits for: a client of HTTP/1.1 has six requests under way, and keeps the
  // others waiting.
  for (const auto& script : scripts) {
    if (script.type == "module" && script.external) add(script.source);
  }
  for (const auto& script : scripts) {
    if (script.id != "page-files" || script.type != "application/json") continue;
    boost::system::error_code error;
    const auto pages = json::parse({script.content.data(), script.content.size()}, error);
    if (error || !pages.is_object()) return Fail(std::string("its page-files are no JSON object"));
    for (const auto key : {path.starts_with(kBuy) ? kBuy : path, kEverywhere}) {
      const auto* list = pages.get_object().if_contains(key);
      const auto* names = list == nullptr ? nullptr : list->if_array();
      for (const auto& name : names == nullptr ? json::array() : *names) {
        const auto* file = name.if_string();
        if (file == nullptr || !IsOwnFile({file->data(), file->size()})) {
          return Fail(std::string("its page-files name something that is no file of ours"));
        }
        add({file->data(), file->size()});
      }
    }
  }
  if (files.empty()) return std::string();
  std::vector<std::string> links;
  links.reserve(files.size());
  for (const auto& file : files) {
    links.push_back(fmt::format("<{}>; rel={}", file,
                                file.ends_with(".css") ? "preload; as=style" : "modulepreload"));
  }
  return fmt::format("Link: {}\r\n", fmt::join(links, ", "));
}

}  // namespace prichal::host
