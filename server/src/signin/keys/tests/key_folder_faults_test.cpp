// Malformed folders of keys.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "signin/ledger/tests/fixture_key_folder.h"

namespace prichal::signin {
namespace {

using token::Algorithm;

using KeyFolderFaults = KeyFolderTest;

TEST_F(KeyFolderFaults, ReportsFileWithWrongModeOrContent) {
  const auto keys = First();
  const std::string pem = File(keys->keys().front().id() + ".pem");
  KeyFolder folder(path_);
  for (const std::string& path : {pem, File("root"), File("keys.json")}) {
    chmod(path.c_str(), 0644);
    EXPECT_EQ(
        Faults(folder),
        fmt::format(
            "\"{}\" is a secret, but other users can access it (mode 0644). Fix: chmod 600 {}",
            path, path));
    chmod(path.c_str(), 0600);
  }
  chmod(path_.c_str(), 0755);
  EXPECT_EQ(Faults(folder),
            "\"" + path_ +
                "\" holds keys, but other users can access it (mode 0755). Fix: chmod 700 " +
                path_);
  chmod(path_.c_str(), 0700);

  const std::string text = TextOf(pem);
  for (const std::string& bad :
       {std::string(), std::string("\0\xff\x01", 3), std::string(4097, 'x'), text.substr(0, 60),
        std::string(text.size(), '\0')}) {
    Put(keys->keys().front().id() + ".pem", bad);
    EXPECT_TRUE(Faults(folder).starts_with("\"" + pem)) << Faults(folder);
  }
  const auto other = SigningKeys::Generate(Algorithm::kEdDsa, kStart);
  Put(keys->keys().front().id() + ".pem", other->active().Pem().view());
  EXPECT_EQ(Faults(folder), "\"" + pem + "\" holds another key (" + other->keys().front().id() +
                                "). Fix: restore it from a backup");
  unlink(pem.c_str());
  EXPECT_EQ(Faults(folder), "cannot read \"" + pem + "\": No such file or directory");
  ASSERT_EQ(mkfifo(pem.c_str(), 0600), 0);
  EXPECT_EQ(Faults(folder), "\"" + pem + "\" is a pipe. Fix: name a regular file");
  unlink(pem.c_str());
  ASSERT_EQ(mkdir(pem.c_str(), 0700), 0);
  EXPECT_EQ(Faults(folder), "\"" + pem + "\" is a folder. Fix: name a regular file");
  rmdir(pem.c_str());
  Put(keys->keys().front().id() + ".pem", text);
  EXPECT_EQ(Faults(folder), "(keys)");

  unlink(File("root").c_str());
  EXPECT_EQ(Faults(folder), "cannot read \"" + File("root") + "\": No such file or directory");
  Put("root", "short\n");
  EXPECT_EQ(Faults(folder),
            "\"" + File("root") +
                "\" is not 32 bytes in base64url. Fix: restore it from a backup, or remove it and "
                "\"keys.json\"; all users then have to sign in again");
}

TEST_F(KeyFolderFaults, ReportsMalformedIndex) {
  const auto keys = First();
  const std::string id = keys->keys().front().id();
  const std::string good = TextOf(File("keys.json"));
  KeyFolder folder(path_);
  const auto with = [&](std::string_view part, std::string_view instead) {
    std::string text = good;
    const auto at = text.find(part);
    EXPECT_NE(at, std::string::npos) << part;
    text.replace(at, part.size(), instead);
    Put("keys.json", text);
    return Faults(folder);
  };
  const std::string begin = "\"" + File("keys.json") + "\" is not a key index: ";
  const std::string end = ". Fix: restore it from a backup";
  EXPECT_EQ(with("\"format\":1", "\"format\":2"),
            begin + "\"format\" is 2, but this version reads 1" + end);
  EXPECT_EQ(with("\"generation\":1", "\"generation\":0"),
            begin + "\"generation\" is not a positive number" + end);
  EXPECT_EQ(with("\"generation\":1", "\"generation\":-1"),
            begin + "\"generation\" is not a positive number" + end);
  EXPECT_EQ(with("\"active\"", "\"asleep\""),
            begin + R"(key 1: its "state" is none of "next", "active", "retired")" + end);
  EXPECT_EQ(with("\"active\"", "\"next\""),
            "\"" + File("keys.json") + "\": 0 keys are active instead of one" + end);
  EXPECT_EQ(with(id, "../../../../etc/shadow"), begin + "key 1: \"kid\" is not a thumbprint" + end);
  EXPECT_EQ(with("\"created\":1790000000", "\"created\":99999999999999999"),
            begin + "key 1: \"created\" is not a Unix time" + end);
  EXPECT_EQ(with("\"retired_at\":0", "\"retired_at\":5"),
            begin + R"(key 1: its "forgotten_at" is before its "retired_at")" + end);

  EXPECT_EQ(with("\n]}", ",\n" + good.substr(good.find("{\"kid\""))),
            "\"" + File("keys.json") + "\": the key " + id + " appears twice" + end);
  for (const std::string& bad :
       {std::string(), std::string("\0\0\0", 3), std::string("[]"), good.substr(0, 80),
        std::string("{\"format\":1,\"generation\":1}")}) {
    Put("keys.json", bad);
    EXPECT_TRUE(Faults(folder).starts_with(begin)) << Faults(folder);
    EXPECT_FALSE(folder.Save(*keys, 0)) << "and nothing is written over it";
    EXPECT_FALSE(folder.Tidy());
  }
  Put("keys.json", std::string(70'000, ' '));
  EXPECT_EQ(Faults(folder),
            "\"" + File("keys.json") + "\" is larger than 65536 bytes. Fix: name the right file");
  EXPECT_TRUE(std::filesystem::exists(File(id + ".pem")));
}

}  // namespace
}  // namespace prichal::signin
