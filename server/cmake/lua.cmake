# Embeds Lua scripts in a module. Each script becomes a constant in a header with its path below
# src/: signin/ledger/valkey/user_steps.lua.h has `kUserStepsLua`.
#
#   prichal_embed_lua(TARGET PATH...)    absolute paths; prichal_module() calls it
function(prichal_embed_lua target)
  foreach(path ${ARGN})
    file(RELATIVE_PATH header ${PROJECT_SOURCE_DIR}/src ${path}.h)
    get_filename_component(name ${path} NAME_WE)
    string(REPLACE "_" ";" words ${name})
    set(LUA_CONSTANT k)
    foreach(word ${words})
      string(SUBSTRING ${word} 0 1 first)
      string(SUBSTRING ${word} 1 -1 rest)
      string(TOUPPER ${first} first)
      string(APPEND LUA_CONSTANT ${first}${rest})
    endforeach()
    file(READ ${path} LUA_TEXT)
    configure_file(${PROJECT_SOURCE_DIR}/cmake/lua.h.in ${PROJECT_BINARY_DIR}/embedded/${header} @ONLY)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
  endforeach()
  target_include_directories(${target} PRIVATE ${PROJECT_BINARY_DIR}/embedded)
endfunction()
