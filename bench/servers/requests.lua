-- `wrk -s requests.lua <url> -- <method> <file of paths> <text> <depth>` sends requests for the paths of a file in turn.
-- A PATCH sends a new text each time, which begins with the given one. Each connection has `depth` requests in flight.
local method, text, depth
local paths = {}
local count = 0

function init(args)
  method, text, depth = args[1], args[3], tonumber(args[4])
  for path in io.lines(args[2]) do
    paths[#paths + 1] = path
  end
end

local function format_next()
  count = count + 1
  local body
  if method == "PATCH" then
    body = string.format('{"text":"%s %d"}', text, count)
  end
  return wrk.format(method, paths[count % #paths + 1], nil, body)
end

function request()
  local all = {}
  for index = 1, depth do
    all[index] = format_next()
  end
  return table.concat(all)
end
