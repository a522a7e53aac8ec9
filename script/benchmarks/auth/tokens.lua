-- For wrk: each request with the next access token of a file, a line each.
local requests = {}
local number = 0

function init(arguments)
  for token in io.lines(arguments[1]) do
    wrk.headers["Authorization"] = "Bearer " .. token
    wrk.headers["Accept-Encoding"] = "br"
    requests[#requests + 1] = wrk.format("GET")
  end
end

function request()
  number = number % #requests + 1
  return requests[number]
end
