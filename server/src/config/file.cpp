#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "config/source.h"

#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

namespace prichal::config {
namespace {

constexpr std::size_t kFileBytes = 1 << 20;

std::string TypeName(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::table:
      return "(a table)";
    case toml::node_type::array:
      return "(a list of other things than texts)";
    case toml::node_type::floating_point:
      return "(a number with a fraction)";
    default:
      return "(a date or a time)";
  }
}

Value ValueOf(const toml::node& node) {
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* number = node.as_integer()) return number->get();
  if (const auto* on = node.as_boolean()) return on->get();
  if (const auto* array = node.as_array()) {
    List list;
    for (const auto& item : *array) {
      const auto* text = item.as_string();
      if (text == nullptr) return Foreign{TypeName(node)};
      list.push_back(text->get());
    }
    return list;
  }
  return Foreign{TypeName(node)};
}

}  // namespace

Result<std::vector<Given>, std::string> ParseFile(std::string_view text, std::string_view name) {
  const auto source = [&](const toml::source_region& region) {
    return Source{From::kFile, fmt::format("{}:{}", name, region.begin.line)};
  };
  const auto parsed = toml::parse(text);
  if (!parsed) {
    const auto& error = parsed.error();
    return Fail(fmt::format("{}:{}:{}: not valid TOML: {}", name, error.source().begin.line,
                            error.source().begin.column, error.description()));
  }
  std::vector<Given> given;
  for (const auto& [section, node] : parsed.table()) {
    const auto* keys = node.as_table();
    if (keys == nullptr) {
      given.push_back({std::string(section.str()), ValueOf(node), source(node.source())});
      continue;
    }
    for (const auto& [key, value] : *keys) {
      given.push_back(
          {fmt::format("{}.{}", section.str(), key.str()), ValueOf(value), source(value.source())});
    }
  }
  return given;
}

Result<std::vector<Given>, std::string> ReadFile(const std::string& path) {
  struct stat about {};
  if (stat(path.c_str(), &about) != 0) {
    return Fail(
        fmt::format("cannot read the configuration file {}: {}", path, std::strerror(errno)));
  }
  if (!S_ISREG(about.st_mode) || static_cast<std::size_t>(about.st_size) > kFileBytes) {
    return Fail(
        fmt::format("cannot read the configuration file {}: not a file of at most 1 MiB", path));
  }
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file) {
    return Fail(
        fmt::format("cannot read the configuration file {}: {}", path, std::strerror(errno)));
  }
  return ParseFile(text, path);
}

}  // namespace prichal::config
