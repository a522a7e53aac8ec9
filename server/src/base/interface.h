#pragma once

namespace prichal {

/// Base of interfaces: they cannot be copied, and their destructor is virtual.
class Interface {
 public:
  Interface() = default;
  Interface(const Interface&) = delete;
  Interface& operator=(const Interface&) = delete;
  virtual ~Interface() = default;
};

}  // namespace prichal
