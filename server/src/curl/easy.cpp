#include "curl/easy.h"

namespace prichal::curl {

bool HeaderLines::Add(const char* line) {
  curl_slist* const longer = curl_slist_append(lines_.get(), line);
  if (longer == nullptr) return false;
  (void)lines_.release();
  lines_.reset(longer);
  return true;
}

}  // namespace prichal::curl
