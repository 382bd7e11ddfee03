// Stands between cjack and the engine: one JSON object a line in, one JSON object a line out.
// Nothing here knows the game. Fill in engine/engine.go; this file stays as it is.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	engine "adapter/engine" // "adapter/example" is the finished example
	"adapter/wire"
)

type fields map[string]any

// run replays one match on a fresh engine: nothing is kept from the request before.
func run(request wire.Request) (fields, error) {
	if missing := notAnnounced(request); missing != "" {
		return fields{"unsupported": fields{"feature": missing}}, nil
	}
	for _, asked := range request.Rounds {
		if !engine.IsValidDeal(asked) {
			return fields{"refused": fields{"reason": "invalid-deal"}}, nil
		}
	}
	match := engine.NewMatch(request.Scoring, request.Rounds[0].Dealer, request.Start.Scores)
	rounds := []wire.Round{}
	for i, asked := range request.Rounds {
		if match.Winner() != nil {
			break // what is asked for after the match is left out
		}
		if i > 0 && rounds[i-1].Result == nil {
			return nil, errors.New("the round before is not finished")
		}
		match.Deal(asked)
		plays := []wire.Play{}
		for _, try := range asked.Plays {
			position := match.Position() // before the play
			plays = append(plays, wire.Play{Position: position, Answer: match.Play(try.Seat, try.Card)})
		}
		round := match.Report()
		round.Plays = plays
		rounds = append(rounds, round)
	}
	return fields{"rounds": rounds, "winner": match.Winner()}, nil
}

// notAnnounced names what the request needs and the engine did not announce.
func notAnnounced(request wire.Request) string {
	if !contains(engine.Hello.Scoring, request.Scoring) {
		return "scoring"
	}
	if request.Start.Scores != (wire.BySeat[int]{}) && !contains(engine.Hello.Features, "start_scores") {
		return "start_scores"
	}
	for _, asked := range request.Rounds {
		if asked.Hands == nil && !contains(engine.Hello.Features, "deals_from_deck") {
			return "deals_from_deck"
		}
	}
	return ""
}

func contains(list []string, wanted string) bool {
	for _, item := range list {
		if item == wanted {
			return true
		}
	}
	return false
}

// answer replies to one line, whatever happens: the suite may go on with another request.
func answer(line []byte) (cmd string, reply any) {
	var request wire.Request
	failed := func(problem any) fields {
		return fields{"id": request.ID, "error": fields{"message": fmt.Sprint(problem)}}
	}
	defer func() {
		if problem := recover(); problem != nil {
			reply = failed(problem)
		}
	}()
	if err := json.Unmarshal(line, &request); err != nil {
		return "", failed(err)
	}
	switch request.Cmd {
	case "hello":
		return request.Cmd, struct {
			ID any `json:"id"`
			wire.Hello
		}{request.ID, engine.Hello}
	case "run":
		report, err := run(request)
		if err != nil {
			return request.Cmd, failed(err)
		}
		report["id"] = request.ID
		return request.Cmd, report
	case "bye":
		return request.Cmd, fields{"id": request.ID}
	}
	return "", failed("no command " + request.Cmd)
}

func main() {
	replies := json.NewEncoder(os.Stdout)
	os.Stdout = os.Stderr // whatever the engine prints must not mix with the replies
	requests := bufio.NewReader(os.Stdin)
	for {
		line, err := requests.ReadBytes('\n')
		if err != nil {
			return // no more lines
		}
		cmd, reply := answer(line)
		if replies.Encode(reply) != nil || cmd == "bye" {
			return
		}
	}
}
