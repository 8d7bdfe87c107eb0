"""The small language model's path, with a tiny model of random weights: experts' conversations, training, play, and GRPO."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "language_model"
#: The state of a phone that isn't played.
NO_STATE: Any = None


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLE))


def tiny_model(folder: Path) -> None:
    """A Llama of one layer, and a tokenizer of single bytes with the example's chat template."""
    from conversation import TEMPLATE
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

    marks = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    bytewise = Tokenizer(
        models.BPE(vocab={token: id for id, token in enumerate([*marks, *alphabet])}, merges=[])
    )
    bytewise.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    bytewise.decoder = decoders.ByteLevel()
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=bytewise,
        eos_token=marks[2],
        pad_token=marks[0],
        additional_special_tokens=[marks[1]],
    )
    tokenizer.chat_template = TEMPLATE
    tokenizer.save_pretrained(folder)
    size = LlamaConfig(
        vocab_size=len(marks) + len(alphabet), hidden_size=16, intermediate_size=16, num_hidden_layers=1,
        num_attention_heads=2, max_position_embeddings=16384, eos_token_id=2, pad_token_id=0, bos_token_id=None,
    )  # fmt: skip
    LlamaForCausalLM(size).save_pretrained(folder)


@pytest.mark.usefixtures("example")
def test_an_experts_conversation_begins_with_the_task_and_names_what_the_screen_shows() -> None:
    from conversation import SCREENS, of_expert

    from bmoca_gym.agents.language import solutions

    source = solutions.chosen("AlarmComplex", "013")[0]
    made = [*of_expert(source)]
    assert len(made) == 1
    assert len(made[0]) <= 2 * SCREENS
    for messages in made:
        assert messages[0]["content"].startswith(source.task.instruction + "\n\n")
        assert [message["role"] for message in messages] == ["user", "assistant"] * (len(messages) // 2)


def tagged(text: str) -> dict[str, str]:
    """The lines of a screen by their tags; those without one together."""
    lines: dict[str, str] = {}
    for line in text.split("\n"):
        tag, _, words = line.partition(" ")
        key = tag if tag.isdecimal() else ""
        lines[key] = lines.get(key, "") + words + "\n"
    return lines


@pytest.mark.usefixtures("example")
@pytest.mark.parametrize("task", ["AlarmComplex", "Calculator", "Call", "Language", "Wikipedia"])
def test_the_changes_of_a_screen_tell_all_that_is_on_it(task: str) -> None:
    from conversation import ARGUMENTS, CHANGED, GONE, changes

    from bmoca_gym.agents.language import solutions
    from bmoca_gym.envs.environment import PhoneEnv

    source = solutions.chosen(task, "030")[0]
    with PhoneEnv(source.task, source.configuration, **ARGUMENTS) as env:
        screens = [screen.observation for screen in solutions.play(env, *source)]
    shorter = 0
    for before, after in pairwise(screens):
        told = changes(before, after)
        if not told.startswith(CHANGED):
            assert told == after
            continue
        shorter += len(after) - len(told)
        lines, known = told.split("\n")[1:], tagged(before)
        if lines and lines[-1].startswith(GONE):
            for tag in lines.pop().removeprefix(GONE).split():
                del known[tag]
        known |= tagged("\n".join(lines)) if lines else {}
        if not tagged(after).get(""):
            known.pop("", None)
        assert known == tagged(after)
    assert shorter >= 0


@pytest.mark.usefixtures("example")
def test_a_screen_is_whole_when_lines_lean_on_others_or_most_have_changed() -> None:
    from conversation import changes

    assert changes("0 a long first line\n1 b", "0 a long first line\n1 c") == "Changed:\n1 c"
    assert changes("0 a\n1 b", "0 c\n1 d") == "0 c\n1 d"
    ditto = '0 a long first line\n1 and another, long\n2 c, "'
    assert changes("0 a long first line\n1 and another, long\n2 c", ditto) == ditto
    head = "- Day _\n0 a long first line\n1 and another, long"
    assert changes(head.replace("Day", "Hour"), head) == head


@pytest.mark.usefixtures("example")
def test_the_player_may_write_as_long_an_answer_as_experts_give() -> None:
    pytest.importorskip("transformers")
    from conversation import of_expert
    from player import LONGEST

    from bmoca_gym.agents.language import solutions

    (messages,) = of_expert(solutions.chosen("Language", "002")[0])
    answers = [message["content"] for message in messages if message["role"] == "assistant"]
    assert any(answer.startswith("dual-gesture(") for answer in answers)
    assert max(map(len, answers)) < LONGEST  # a token has a letter at least


@pytest.mark.usefixtures("example")
@pytest.mark.parametrize(
    ("action", "answer"),
    [
        ("tap(3)", "tap AM 3"),
        ("tap(2)", "tap 7:00 AM Alarm 2"),
        ("long_press(4)", "long_press Title 4"),
        ("tap(5)", "tap f more than five letters 5"),
        ("tap(6)", "tap 6"),
        ('swipe("up")', 'swipe("up")'),
    ],
)
def test_an_answer_says_the_words_of_what_it_touches(action: str, answer: str) -> None:
    from conversation import first, named, unnamed

    screen = "- _ +\n2 7:00 AM Alarm, Sun\n3 AM: off\n4 Title = Lunch\n5 A name of more than five letters, more\n6 +\nscrolls"
    assert named(action, screen) == answer
    assert unnamed(answer) == action
    assert first("Eat", screen) == (
        "Eat\n\n- _ +\n7:00 AM Alarm 2, Sun\nAM 3: off\nTitle 4 = Lunch\nA name of more than five letters 5, more\n6 +\n"
        "scrolls"
    )


@pytest.mark.usefixtures("example")
def test_configurations_for_tests_are_refused(tmp_path: Path) -> None:
    import data

    with pytest.raises(SystemExit, match="for tests"):
        data.main(["--tasks", "Alarm", "--environments", "100", "-o", str(tmp_path / "a.jsonl")])


@pytest.mark.apart("transformers")
@pytest.mark.usefixtures("example")
def test_only_answers_are_learnt_and_frozen_layers_stay(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    transformers = pytest.importorskip("transformers")
    import finetune

    tiny_model(tmp_path)
    messages = [
        {"role": "user", "content": "0 OK"}, {"role": "assistant", "content": "tap(0)"},
        {"role": "user", "content": "Changed:"}, {"role": "assistant", "content": "tap(1)"},
    ]  # fmt: skip
    lines = tmp_path / "lines.jsonl"
    lines.write_text(json.dumps({"messages": messages}) + "\n")
    tokenizer = transformers.AutoTokenizer.from_pretrained(tmp_path)
    model = transformers.AutoModelForCausalLM.from_pretrained(tmp_path)
    (example,) = finetune.read(lines, tokenizer)
    answers = tokenizer.decode([example.tokens[place] for place in example.learnt])
    assert answers == "tap(0)<|im_end|>tap(1)<|im_end|>"

    wanted = [token if place in example.learnt else -100 for place, token in enumerate(example.tokens)]
    whole = model(input_ids=torch.tensor([example.tokens]), labels=torch.tensor([wanted])).loss
    assert math.isclose(finetune.losses(model, example)[0].mean().item(), whole.item(), rel_tol=1e-4)

    finetune.freeze(model, 1)
    learnt = {name for name, weight in model.named_parameters() if weight.requires_grad}
    assert not any("layers.0." in name or "embed" in name for name in learnt)
    assert "model.norm.weight" in learnt


@pytest.mark.apart("transformers")
@pytest.mark.usefixtures("example")
@pytest.mark.parametrize("loss", ["answers", "all"])
def test_the_speed_of_training_is_printed(
    loss: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("transformers")
    import speed

    tiny_model(tmp_path)
    found = speed.main([str(tmp_path), "--loss", loss, "--frozen", "1"])
    assert capsys.readouterr().out == f"{found:.0f} tokens a second\n"


@pytest.mark.usefixtures("example")
@pytest.mark.parametrize(
    ("flags", "short"),
    [
        ("GenuineIntel avx2 avx512_bf16", False),
        ("GenuineIntel avx512_bf16 amx_bf16", True),
        ("AuthenticAMD avx2", False),
        ("AuthenticAMD avx2 avx512_bf16", True),
    ],
)
def test_bfloat16_is_taken_where_it_is_faster(
    flags: str, short: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    torch = pytest.importorskip("torch")
    pytest.importorskip("transformers")
    import finetune

    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    monkeypatch.setattr(finetune.Path, "exists", lambda self: True)
    monkeypatch.setattr(finetune.Path, "read_text", lambda self: f"flags : {flags}")
    assert finetune.multiplies_bfloat16() is short


@pytest.mark.apart("transformers")
@pytest.mark.usefixtures("example")
@pytest.mark.parametrize("short", [False, True])
def test_a_resumed_training_ends_where_one_at_a_stretch_does(
    short: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    torch = pytest.importorskip("torch")
    transformers = pytest.importorskip("transformers")
    import data
    import finetune

    monkeypatch.setattr(finetune, "multiplies_bfloat16", lambda: short)
    model, lines = tmp_path / "model", tmp_path / "lines.jsonl"
    tiny_model(model)
    data.main(["--tasks", "OpenClockApp", "--environments", "013,014,015", "-o", str(lines)])
    ended = {}
    for name, minutes in (("stretch", "10"), ("stopped", "0")):
        out = tmp_path / name
        given = ["--model", str(model), "--data", str(lines), "--out", str(out), "--batch", "2",
                 "--learning-rate", "0.01", "--epochs", "2", "--minutes", minutes]  # fmt: skip
        if name == "stopped":
            monkeypatch.setattr(finetune, "save", stopping(finetune.save, after=2))
            with pytest.raises(KeyboardInterrupt):
                finetune.main(given)
        log = finetune.main(given)
        assert [row["update"] for row in log] == [1, 2, 3]
        assert len((out / "log.jsonl").read_text().splitlines()) == 3
        ended[name] = transformers.AutoModelForCausalLM.from_pretrained(out).state_dict()
    for weight, value in ended["stretch"].items():
        assert torch.equal(value, ended["stopped"][weight]), weight


def stopping(save: Any, after: int) -> Any:
    """Save checkpoints, and stop the training once after so many."""
    left = [after]

    def saved(*given: Any) -> None:
        save(*given)
        left[0] -= 1
        if left[0] == 0:
            raise KeyboardInterrupt

    return saved


@pytest.mark.usefixtures("example")
def test_a_training_that_reaches_its_time_ends_and_writes_the_model(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    pytest.importorskip("transformers")
    import data
    import finetune

    tiny_model(tmp_path / "model")
    data.main(["--tasks", "OpenClockApp", "--environments", "013", "-o", str(tmp_path / "lines.jsonl")])
    given = ["--model", str(tmp_path / "model"), "--data", str(tmp_path / "lines.jsonl")]
    log = finetune.main(
        [*given, "--out", str(tmp_path / "out"), "--epochs", "100000", "--most-minutes", "0.01"]
    )
    assert 0 < len(log) < 100000
    assert log[-1]["minutes"] < 0.5
    assert (tmp_path / "out" / "model.safetensors").exists()


def players(folder: Path, by: str, reward: str, size: int = 4) -> Any:
    """The players of a tiny model, whose answers have at most 8 tokens."""
    import grpo
    from transformers import AutoModelForCausalLM, AutoTokenizer

    tiny_model(folder)
    model, tokenizer = AutoModelForCausalLM.from_pretrained(folder), AutoTokenizer.from_pretrained(folder)
    return grpo.Players(model, tokenizer, by, size, reward, temperature=1.0, longest=8)


def writing(made: Any, answers: Callable[[int, int], list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let players write answers that are given by the number of the screen and of the members."""
    ask = made._answers

    def written(nodes: Any, counts: Any, generators: Any) -> list[Counter[tuple[int, ...]]]:
        ask(nodes, counts, generators)  # reads the screens
        told = [answers(node.screens, count) for node, count in zip(nodes, counts, strict=True)]
        return [Counter((*made._tokens(text), made._stop) for text in texts) for texts in told]

    monkeypatch.setattr(made, "_answers", written)


@pytest.mark.apart("transformers")
@pytest.mark.usefixtures("example")
def test_reinforcement_shows_screens_as_the_experts_conversations_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("transformers")
    from conversation import of_expert

    from bmoca_gym.agents.language import solutions

    source = solutions.chosen("Alarm", "013")[0]
    (messages,) = of_expert(source)
    told = [message["content"] for message in messages[1::2]]
    made = players(tmp_path, "episode", "success")
    writing(made, lambda screen, count: [told[screen - 1]] * count, monkeypatch)
    (group,) = made.play([(source, 0)])
    read = [token for part in group.parts for token in part.tokens]
    assert made._tokenizer.decode(read) + "\n" == made._tokenizer.apply_chat_template(
        messages, tokenize=False
    )
    assert any("user\nChanged:" in made._tokenizer.decode(part.tokens) for part in group.parts)
    assert [(episode.success, episode.members) for episode in group.episodes] == [(True, 4)]
    assert group.steps == 4 * len(told)
    assert group.advantages == {}


@pytest.mark.usefixtures("example")
@pytest.mark.parametrize(
    ("earned", "members", "better"),
    [([1, 0], [2, 2], [1, -1]), ([0, 1, 0], [4, 2, 2], [-(3**-0.5), 3**0.5, -(3**-0.5)]), ([0.5], [8], [0])],
)
def test_an_advantage_counts_all_members(
    earned: list[float], members: list[int], better: list[float]
) -> None:
    pytest.importorskip("transformers")
    import grpo

    assert grpo.advantages(earned, members) == pytest.approx(better)


@pytest.mark.apart("transformers")
@pytest.mark.usefixtures("example")
def test_a_group_of_episodes_learns_what_those_that_succeed_did(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("transformers")
    from conversation import SCREENS, of_expert

    from bmoca_gym.agents.language import solutions

    source = solutions.chosen("Call", "013")[0]
    (messages,) = of_expert(source)
    told = [message["content"] for message in messages[1::2]]
    made = players(tmp_path, "episode", "success")

    def answers(screen: int, count: int) -> list[str]:
        if count == 4:  # one of four goes home and stays there
            return [told[0]] * 3 + ['press("HOME")']
        return [told[screen - 1] if count == 3 else 'press("HOME")'] * count

    writing(made, answers, monkeypatch)
    (group,) = made.play([(source, 0)])
    solved, lost = sorted(group.episodes, key=lambda episode: not episode.success)
    assert (solved.members, solved.earned, lost.members, lost.earned) == (3, 1, 1, 0)
    assert len(lost.answers) == 17 > SCREENS
    assert all(math.isclose(group.advantages[part], 3**0.5) for part in solved.answers)
    assert all(math.isclose(group.advantages[part], -(3**0.5)) for part in lost.answers)
    # The first screen is one part for both; the second conversation of the lost episode begins with no part before it.
    assert sum(part.before == -1 for part in group.parts) == 2
    learnt = [answers for _, answers in group.chunks(500)]
    assert len(learnt) > 1
    assert sorted(part for answers in learnt for part in answers) == sorted(group.advantages)


@pytest.mark.apart("transformers")
@pytest.mark.usefixtures("example")
def test_by_step_the_answers_at_one_screen_are_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("transformers")
    from conversation import of_expert

    from bmoca_gym.agents.language import solutions

    source = solutions.chosen("Alarm", "013")[0]
    (messages,) = of_expert(source)
    told = [message["content"] for message in messages[1::2]]
    made = players(tmp_path, "step", "expert_distance")
    wrong = [1]  # the screen at which half of the members write nothing sensible

    def answers(screen: int, count: int) -> list[str]:
        return [told[screen - 1]] * 2 + (["well"] * 2 if screen in wrong else [told[screen - 1]] * 2)

    writing(made, answers, monkeypatch)
    (group,) = made.play([(source, 0)])
    assert [(episode.success, episode.members) for episode in group.episodes] == [(True, 1)]
    assert group.steps == 4 * len(told)
    assert group.nearer == group.steps - 2
    right, other = sorted(group.advantages)
    assert group.parts[right].before == group.parts[other].before == 0
    assert math.isclose(group.advantages[right], 2)
    assert math.isclose(group.advantages[other], -2)


@pytest.mark.apart("transformers")
@pytest.mark.usefixtures("example")
def test_by_step_nothing_is_reinforced_where_no_answer_comes_nearer_and_the_episode_ends_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("transformers")
    import grpo

    from bmoca_gym.agents.language import solutions

    made = players(tmp_path, "step", "expert_distance")
    writing(made, lambda screen, count: ['press("HOME")'] * (count - 1) + ['swipe("up")'], monkeypatch)
    (group,) = made.play([(solutions.chosen("Alarm", "013")[0], 0)])
    assert [episode.success for episode in group.episodes] == [False]
    assert group.steps == 4 * (1 + grpo.LOST)
    assert group.nearer == 1
    # The first swipe opens the drawer, where Clock is. There another one does nothing, and HOME leads away.
    given = {part: made._tokenizer.decode(group.parts[part].tokens) for part in group.advantages}
    (opened,) = [part for part, text in given.items() if text.startswith("swipe")]
    assert group.parts[opened].before == 0
    assert group.advantages[opened] > 0
    assert sum(group.advantages[part] < 0 for part in given) == 1 + grpo.LOST


@pytest.mark.apart("transformers")
@pytest.mark.usefixtures("example")
def test_answers_that_share_what_is_before_them_are_as_likely_as_apart(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    pytest.importorskip("transformers")
    import grpo

    made = players(tmp_path, "episode", "success")
    group = grpo.Group()
    screen = group.add(made._tokens("0 OK"), -1)
    one, other = group.add(made._tokens("tap 0"), screen), group.add(made._tokens("back"), screen)
    after = group.add(made._tokens("1 No"), one)
    third = group.add(made._tokens("tap 1"), after)
    alone = group.add(made._tokens("2 Go"), -1)
    last = group.add(made._tokens("home"), alone)
    for answer, advantage in ((one, 1.0), (other, -1.0), (third, 2.0), (last, 0.5)):
        group.learn(answer, advantage, 2)
    (parts, answers), *none = group.chunks()
    assert none == []
    told, weights = grpo.probabilities(made._model, group, parts, answers)
    begun = 0
    for answer in answers:
        path = sorted(group._path(answer))
        ids = torch.tensor([[token for part in path for token in group.parts[part].tokens]])
        wanted = torch.tensor(group.parts[answer].tokens)
        logits = made._model(ids).logits[0, -len(wanted) - 1 : -1]
        likely = logits.log_softmax(-1)[range(len(wanted)), wanted]
        assert torch.allclose(told[begun : begun + len(wanted)], likely, atol=1e-5)
        assert set(weights[begun : begun + len(wanted)].tolist()) == {group.advantages[answer]}
        begun += len(wanted)
    assert begun == len(told)

    before = told.detach()
    assert grpo.learn(made._model, [group]) == sum(len(part.tokens) for part in group.parts)
    with torch.no_grad():
        for weight in made._model.parameters():
            weight -= 0.01 * weight.grad
    told = grpo.probabilities(made._model, group, parts, answers)[0]
    assert (told * weights).sum() > (before * weights).sum()


@pytest.mark.usefixtures("example")
def test_a_conversation_longer_than_the_limit_is_read_once() -> None:
    pytest.importorskip("transformers")
    import grpo

    group = grpo.Group()
    lasts = [group.add([0] * 10, -1)] * 2
    for _ in range(10):  # two conversations, a step of each in turn
        for place, before in enumerate(lasts):
            answer = group.add([1], before)
            group.learn(answer, 1.0, 1)
            lasts[place] = group.add([2] * 9, answer)
    read = [
        (sum(len(group.parts[part].tokens) for part in parts), answers) for parts, answers in group.chunks(50)
    ]
    assert [tokens for tokens, _ in read] == [101, 101]
    assert sorted(part for _, answers in read for part in answers) == sorted(group.advantages)


@pytest.mark.apart("transformers")
@pytest.mark.usefixtures("example")
def test_answers_are_drawn_as_the_model_finds_them_likely(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    pytest.importorskip("transformers")
    import grpo
    from transformers import DynamicCache

    made = players(tmp_path, "episode", "success")
    model, count = made._model, 400
    made._longest = 2
    with torch.no_grad():
        model.lm_head.weight *= 60  # so that some answers are much likelier than others
    ids = made._tokens("0 OK")
    node = grpo.Node(NO_STATE, "", DynamicCache(config=model.config), ids, 0, 1, count, 0.0, ())
    with torch.inference_mode():
        (found,) = made._answers([node], [count], [torch.Generator().manual_seed(0)])
        first = torch.softmax(model(torch.tensor([ids])).logits[0, -1], -1)
    assert found.total() == count
    assert all(len(answer) == 2 or answer[-1] == made._stop for answer in found)
    for token in first.topk(3).indices.tolist():
        likely = first[token].item()
        often = sum(some for answer, some in found.items() if answer[0] == token) / count
        assert abs(often - likely) < 4 * (likely * (1 - likely) / count) ** 0.5
    answer, _ = found.most_common(1)[0]
    with torch.inference_mode():
        second = torch.softmax(model(torch.tensor([[*ids, answer[0]]])).logits[0, -1], -1)
    begun = sum(some for other, some in found.items() if other[0] == answer[0])
    likely = second[answer[1]].item()
    assert abs(found[answer] / begun - likely) < 4 * (likely * (1 - likely) / begun) ** 0.5 + 1e-6


@pytest.mark.apart("transformers")
@pytest.mark.usefixtures("example")
def test_screens_that_are_answered_together_are_answered_as_alone(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    pytest.importorskip("transformers")
    import grpo
    from transformers import DynamicCache

    made = players(tmp_path, "episode", "success")
    with torch.no_grad():
        made._model.lm_head.weight *= 60
    texts = ["0 OK", "1 A longer screen, with more on it\n2 And a line", "3 Go"]

    def answers(shown: list[str]) -> list[Counter[tuple[int, ...]]]:
        nodes = []
        for number, text in enumerate(shown):
            cache, read = DynamicCache(config=made._model.config), made._tokens(text)
            made._model(torch.tensor([read[:-3]]), past_key_values=cache)
            nodes.append(grpo.Node(NO_STATE, "", cache, read[-3:], number, 1, 8, 0.0, ()))
        generators = [torch.Generator().manual_seed(texts.index(text)) for text in shown]
        found: list[Counter[tuple[int, ...]]] = made._answers(nodes, [8] * len(nodes), generators)
        return found

    with torch.inference_mode():
        together = answers(texts)
        assert together == [answers([text])[0] for text in texts]
        assert all(found.total() == 8 for found in together)
        assert any(len(found) > 1 for found in together)
        made._temperature = 0.0
        assert all(len(found) == 1 for found in answers(texts))


@pytest.mark.apart("transformers")
@pytest.mark.usefixtures("example")
def test_a_resumed_reinforcement_ends_where_one_at_a_stretch_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    torch = pytest.importorskip("torch")
    transformers = pytest.importorskip("transformers")
    import grpo

    tiny_model(tmp_path / "model")
    ended = {}
    for name, minutes in (("stretch", "10"), ("stopped", "0")):
        out = tmp_path / name
        given = ["--model", str(tmp_path / "model"), "--out", str(out), "--tasks", "OpenClockApp",
                 "--environments", "013,014,015", "--reward", "expert_distance", "--by", "step", "--group", "3",
                 "--groups", "1", "--updates", "3", "--answer-tokens", "4", "--learning-rate", "0.01",
                 "--minutes", minutes]  # fmt: skip
        if name == "stopped":
            monkeypatch.setattr(grpo, "save", stopping(grpo.save, after=2))
            with pytest.raises(KeyboardInterrupt):
                grpo.main(given)
        log = grpo.main(given)
        assert [(row["update"], row["episodes"]) for row in log] == [(1, 1), (2, 2), (3, 3)]
        assert log[-1]["steps"] % 3 == 0 < log[-1]["steps"]
        assert len((out / "log.jsonl").read_text().splitlines()) == 3
        ended[name] = transformers.AutoModelForCausalLM.from_pretrained(out).state_dict()
    for weight, value in ended["stretch"].items():
        assert torch.equal(value, ended["stopped"][weight]), weight


@pytest.mark.apart("transformers")
@pytest.mark.usefixtures("example")
@pytest.mark.parametrize(("opens", "each"), [(True, 2), (False, 0)])
def test_successes_are_counted_by_configuration(
    opens: bool,
    each: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    pytest.importorskip("transformers")
    import grpo
    import success

    def written(self: Any, nodes: Any, counts: Any, generators: Any) -> list[Counter[tuple[int, ...]]]:
        tags = [re.search(r"^(\d+) Clock", node.observation, re.MULTILINE) for node in nodes]
        told = [f"tap({tag[1]})" if opens and tag else 'swipe("down")' for tag in tags]
        return [
            Counter({(*self._tokens(answer), self._stop): count})
            for answer, count in zip(told, counts, strict=True)
        ]

    tiny_model(tmp_path)
    monkeypatch.setattr(grpo.Players, "_answers", written)
    given = ["--tasks", "OpenClockApp", "--environments", "000,014,015", "--times", "2", "--together", "2"]
    rows = success.main([str(tmp_path), *given, "-o", str(tmp_path / "rows.json")])
    assert [(row["configuration"], row["episodes"], row["solved"]) for row in rows] == [
        (name, 2, each) for name in ("000", "014", "015")
    ]
    assert json.loads((tmp_path / "rows.json").read_text()) == rows
    assert capsys.readouterr().out.startswith(f"{3 * each} of 6, ")


@pytest.mark.usefixtures("example")
def test_reinforcement_refuses_configurations_for_tests(tmp_path: Path) -> None:
    pytest.importorskip("transformers")
    import grpo

    with pytest.raises(SystemExit, match="for tests"):
        grpo.main(["--model", "none", "--environments", "100", "--out", str(tmp_path)])


@pytest.mark.apart("transformers")
@pytest.mark.exhaustive
@pytest.mark.usefixtures("example")
def test_it_learns_goes_on_plays_and_is_reinforced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("torch", "transformers"):
        pytest.importorskip(name)
    import data
    import finetune
    import grpo
    import player
    from conversation import ARGUMENTS

    from bmoca_gym.envs.environment import PhoneEnv

    model, out, lines = tmp_path / "model", tmp_path / "tuned", tmp_path / "lines.jsonl"
    tiny_model(model)
    assert data.main(["--tasks", "OpenClockApp", "--environments", "013,014", "-o", str(lines)]) == 2
    given = [
        "--model",
        str(model),
        "--data",
        str(lines),
        "--out",
        str(out),
        "--batch",
        "1",
        "--learning-rate",
        "0.01",
    ]
    monkeypatch.setattr(finetune, "multiplies_bfloat16", lambda: True)
    log = finetune.main([*given, "--max-steps", "2", "--minutes", "0"])
    assert sorted(path.name for path in out.glob("checkpoint-*")) == ["checkpoint-1", "checkpoint-2"]
    log = finetune.main([*given, "--max-steps", "3", "--minutes", "0"])
    assert [row["update"] for row in log] == [1, 2, 3]
    assert all(math.isfinite(row["loss"]) for row in log)

    monkeypatch.setenv("MODEL", str(out))
    agent = player.Player()
    with PhoneEnv("Alarm", "100", **ARGUMENTS) as env:
        observation, info = env.reset(seed=0)
        agent.reset(env, info, 0)
        for _ in range(3):
            observation, _, _, _, info = env.step(agent.act(observation, info))
        assert info["steps"] == 3

    for by, reward in (("episode", "success"), ("step", "expert_distance")):
        rows = grpo.main(
            ["--model", str(out), "--out", str(tmp_path / by), "--tasks", "OpenClockApp", "--environments", "013",
             "--reward", reward, "--by", by, "--updates", "2", "--group", "2", "--groups", "2",
             "--answer-tokens", "4"]
        )  # fmt: skip
        assert [math.isfinite(row["reward"]) for row in rows] == [True, True]
        assert rows[-1]["episodes"] == (8 if by == "episode" else 4)
        assert (tmp_path / by / "model.safetensors").exists()


@pytest.mark.usefixtures("example")
def test_curves_have_a_point_for_each_checkpoint_that_was_played(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    import curve

    run = tmp_path / "six"
    run.mkdir()
    rows = [{"update": number, "tokens": 1000 * number, "right": number / 10} for number in range(1, 11)]
    (run / "log.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    for name, solved in (("checkpoint-4", 1), ("success", 3), ("config", 9)):
        (run / f"{name}.json").write_text(json.dumps([{"solved": solved, "episodes": 4}]))
    figure = curve.main([str(run), "--smooth", "2", "-o", str(tmp_path / "curve.png")])
    right, solved = figure.axes
    assert [*right.lines[0].get_xdata()] == [*range(1, 11)]
    assert [*right.lines[0].get_ydata()] == pytest.approx([10, *range(15, 100, 10)])
    assert [[*xy] for xy in solved.lines[0].get_xydata()] == [[4, 25], [10, 75]]
    assert (tmp_path / "curve.png").stat().st_size > 1000
