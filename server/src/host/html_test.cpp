#include "host/html.h"

#include <gtest/gtest.h>

#include "host/policy.h"

namespace prichal::host {
namespace {

std::vector<std::string> Contents(std::string_view html) {
  std::vector<std::string> contents;
  for (const auto& script : FindScripts(html)) contents.emplace_back(script.content);
  return contents;
}

using Texts = std::vector<std::string>;

TEST(FindScripts, InOrderWithAttributesOfEveryForm) {
  const auto scripts = FindScripts(
      "<SCRIPT TYPE='module' id=a>1</SCRIPT><script\n type = \"x/y\" id=\"b\" async>2</script >"
      "<script src=/a.js/>3</script\t><script>4");
  ASSERT_EQ(scripts.size(), 4U);
  EXPECT_EQ(scripts[0].type, "module");
  EXPECT_EQ(scripts[0].id, "a");
  EXPECT_EQ(scripts[0].content, "1");
  EXPECT_EQ(scripts[1].type, "x/y");
  EXPECT_EQ(scripts[1].id, "b");
  EXPECT_TRUE(scripts[2].external);
  EXPECT_EQ(scripts[3].content, "4");
}

TEST(FindScripts, NotWhereTheyAreText) {
  EXPECT_EQ(Contents("<!-- <script>no</script> --><script>yes</script>"), Texts{"yes"});
  EXPECT_EQ(Contents("<!--><script>yes</script>-->"), Texts{"yes"});
  EXPECT_EQ(Contents("<title><script>no</script></title><style><script>no</style>"
                     "<textarea><script></textarea><script>yes</script>"),
            Texts{"yes"});
  EXPECT_EQ(Contents("<a title='<script>no</script>'></a><scripts>no</scripts><script>y</script>"),
            Texts{"y"});
  EXPECT_EQ(Contents("<script>a = '</scripts>'; b < c</script>"), Texts{"a = '</scripts>'; b < c"});
  EXPECT_EQ(Contents("1 < 2 <script"), Texts{""});
  EXPECT_EQ(Contents("<!-- <script>open"), Texts{});
  EXPECT_EQ(Contents("<"), Texts{});
}

TEST(RunsInline, WhatBrowsersRun) {
  const auto runs = [](std::string_view html) { return RunsInline(FindScripts(html).at(0)); };
  EXPECT_TRUE(runs("<script>x</script>"));
  EXPECT_TRUE(runs("<script type=''>x</script>"));
  EXPECT_TRUE(runs("<script type='Text/JavaScript'>x</script>"));
  EXPECT_TRUE(runs("<script type=module>x</script>"));
  EXPECT_TRUE(runs("<script type=importmap>{}</script>"));
  EXPECT_FALSE(runs("<script type=application/json>{}</script>"));
  EXPECT_FALSE(runs("<script type=module src=/a.js></script>"));
}

// Independent of our code: printf '…' | openssl dgst -sha256 -binary | base64
TEST(InlineScriptHashes, AreThoseOfTheContentAlone) {
  EXPECT_EQ(InlineScriptHashes("<script>alert(1)</script>"
                               "<script type=\"application/json\">{}</script>"
                               "<script type='importmap'>{\"imports\":{}}</script>"
                               "<script type=module>import('./a.js')</script>"),
            (Texts{"'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='",
                   "'sha256-URrTy+Il/Nz0lHojVUx275hWqAWhkSF0VsHbUM4/6Hw='",
                   "'sha256-dh6IpR8MxsL1RH2Gc5MvqhXHCBTFjlBPHR9RPnre1nU='"}));
  const Texts expected{"'sha256-dd5i598GYDY59eGall9VMnkDvpzp9Zys7qrqhZfdJ1w='"};
  EXPECT_EQ(InlineScriptHashes("<script>\nconst a = '</x>';\n</script>"), expected);
  EXPECT_EQ(InlineScriptHashes("<script>\r\nconst a = '</x>';\r</script>"), expected);
}

TEST(FindStyles, InOrderAndNotWhereTheyAreText) {
  const auto styles = FindStyles(
      "<!-- <style>no</style> --><style>a{}</style><script>'<style>no</style>'</script>"
      "<STYLE media=print>b{}</STYLE>");
  EXPECT_EQ(Texts(styles.begin(), styles.end()), (Texts{"a{}", "b{}"}));
}

// printf 'body{color:red}' | openssl dgst -sha256 -binary | base64
TEST(InlineStyleHashes, AreThoseOfTheContentAlone) {
  EXPECT_EQ(InlineStyleHashes("<style>body{color:red}</style><script>x</script>"),
            Texts{"'sha256-FcQqt3aNlV7AZnGV4zkQRVeCeJOxbMPnQSx258L803E='"});
}

}  // namespace
}  // namespace prichal::host
