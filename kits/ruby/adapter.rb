# frozen_string_literal: true

# Stands between cjack and the engine: one JSON object a line in, one JSON object a line out.
# Nothing here knows the game. Fill in engine.rb; this file stays as it is.

require "json"
require_relative "engine" # "example/engine" is the finished example

# Replays one match on a fresh engine: nothing is kept from the request before.
def run(request)
  missing = not_announced(request)
  return { unsupported: { feature: missing } } if missing

  request => { scoring:, start: { scores: }, rounds: }
  valid = rounds.all? { |asked| Engine.valid_deal?(asked) }
  return { refused: { reason: "invalid-deal" } } unless valid

  match = Engine::Match.new(scoring, rounds.first[:dealer], scores)
  reports = []
  rounds.each do |asked|
    break if match.winner # what is asked for after the match is left out
    raise "the round before is not finished" if reports.any? && reports.last[:result].nil?

    reports << replay(match, asked)
  end
  { rounds: reports, winner: match.winner }
end

# Plays one round as asked and reports what happened.
def replay(match, asked)
  match.deal(asked)
  plays = asked[:plays].map do |tried|
    position = match.position # before the play
    position.merge(match.play(tried[:seat], tried[:card]))
  end
  { plays: plays, **match.report }
end

# What the request needs and the engine did not announce.
def not_announced(request)
  scoring, features = Engine::HELLO.values_at(:scoring, :features)
  if !scoring.include?(request[:scoring])
    "scoring"
  elsif !features.include?("start_scores") && request[:start][:scores].values.any?(&:positive?)
    "start_scores"
  elsif !features.include?("deals_from_deck") && !request[:rounds].all? { |asked| asked[:hands] }
    "deals_from_deck"
  end
end

def reply_to(request)
  case request[:cmd]
  when "hello" then { protocol: 1, **Engine::HELLO }
  when "run" then run(request)
  when "bye" then {}
  else raise "no command #{request[:cmd].inspect}"
  end
end

replies = $stdout.dup.binmode
replies.sync = true
$stdout.reopen($stderr) # whatever the engine prints must not mix with the replies

$stdin.set_encoding("UTF-8").each_line do |line|
  id = command = nil
  begin
    request = JSON.parse(line, symbolize_names: true)
    id, command = request.values_at(:id, :cmd)
    reply = reply_to(request)
  rescue StandardError => e # the suite is told, and may go on with another request
    reply = { error: { message: "#{e.class}: #{e.message.scrub}" } }
  end
  replies.puts JSON.generate({ id: id, **reply })
  break if command == "bye"
end
