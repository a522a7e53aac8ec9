#pragma once

#include "base/stream_handle.h"
