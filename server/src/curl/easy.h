#pragma once

#include <curl/curl.h>

#include <memory>

namespace prichal::curl {

struct EndEasy {
  void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
};
/// One transfer, as libcurl has it.
using Easy = std::unique_ptr<CURL, EndEasy>;

/// The header lines of a request; they have to outlive its transfer.
class HeaderLines {
 public:
  /// "Name: value"; "Name:" takes out a line that libcurl would add. False: there is no memory, and
  /// all is as before.
  [[nodiscard]] bool Add(const char* line);
  void Clear() { lines_.reset(); }
  /// Null: there are none.
  [[nodiscard]] curl_slist* get() const { return lines_.get(); }

 private:
  struct End {
    void operator()(curl_slist* lines) const { curl_slist_free_all(lines); }
  };
  std::unique_ptr<curl_slist, End> lines_;
};

}  // namespace prichal::curl
