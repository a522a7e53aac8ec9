// Compares config/prichal.toml and docs/configuration.md with the table of keys.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "config/key.h"
#include "config/resolve.h"

namespace prichal::config {
namespace {

std::string ReadRepositoryFile(const std::string& path) {
  std::ifstream file(std::string(PRICHAL_REPOSITORY) + "/" + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Note for keys that SIGHUP does not change.
const char* AtStart(const Key& key) { return key.at_start ? " At the start only." : ""; }

/// Returns the lines of a key in config/prichal.toml.
std::string FileEntry(const Key& key) {
  return fmt::format("# {}{}\n#{} = {}\n", key.doc, AtStart(key), key.name, ToToml(DefaultOf(key)));
}

/// Returns the row of a key in docs/configuration.md.
std::string PageRow(const Key& key) {
  const auto flag = key.flag.empty() ? "" : fmt::format("<br>`--{}`", key.flag);
  return fmt::format("| `{}`<br>`{}`{} | `{}` | {} | {} |\n", FullName(key), EnvironmentName(key),
                     flag, ToToml(DefaultOf(key)), Allowed(key),
                     std::string(key.doc) + AtStart(key));
}

/// Returns the texts that `make` makes of all keys, each section under `head`.
std::string Sections(const std::function<std::string(const Key&)>& make,
                     const std::function<std::string(std::string_view)>& head) {
  std::string text;
  std::string_view section;
  for (const auto& key : Keys()) {
    if (key.section != section) text += head(section = key.section);
    text += make(key);
  }
  return text;
}

TEST(Reference, FileListsEveryKeyWithItsDefault) {
  const auto file = ReadRepositoryFile("config/prichal.toml");
  const auto start = file.find("\n[server]");
  ASSERT_NE(start, std::string::npos);
  EXPECT_EQ(file.substr(start), Sections(FileEntry, [](std::string_view section) {
              return fmt::format("\n[{}]\n", section);
            }));
}

TEST(Reference, FileSetsNothingByDefault) {
  const auto given = ParseFile(ReadRepositoryFile("config/prichal.toml"), "prichal.toml");
  ASSERT_TRUE(given) << given.error().text;
  EXPECT_TRUE(given->empty());
}

TEST(Reference, FileIsValidWithEveryLineUncommented) {
  auto text = ReadRepositoryFile("config/prichal.toml");
  for (auto at = text.find("\n#"); at != std::string::npos; at = text.find("\n#", at + 1)) {
    if (text[at + 2] != ' ' && text[at + 2] != '\n') text.erase(at + 1, 1);
  }
  auto given = ParseFile(text, "prichal.toml");
  ASSERT_TRUE(given) << given.error().text;
  EXPECT_EQ(given->size(), Keys().size());
  given->push_back({"dev.enabled", true, {From::kFlag, "--dev"}});
  EXPECT_EQ(TextsOf(Resolve(*given).problems), std::vector<std::string>{});
}

TEST(Reference, PageListsEveryKey) {
  const auto page = ReadRepositoryFile("docs/configuration.md");
  std::string rows;
  for (std::size_t at = 0; (at = page.find("\n| `", at)) != std::string::npos; ++at) {
    const auto row = page.substr(at + 1, page.find('\n', at + 1) - at);
    // Rows of other tables of the page contain no variable name.
    if (row.find("`<br>`PRICHAL_") != std::string::npos) rows += row;
  }
  EXPECT_EQ(rows, Sections(PageRow, [](std::string_view) { return std::string(); }));
}

}  // namespace
}  // namespace prichal::config
