"""What a laboratory does in Chromium: by pointer, by keys alone, and without script."""

import pytest

import page_checks
from browser_town import WAYS, enter, sound, ways
from kits import kit_code, photo


@pytest.mark.parametrize("way", ways("keys"))
def test_a_laboratory_reads_what_follows_before_a_result_is_stored(browser, town, way):
    code, hand = kit_code(), WAYS[way](browser)
    town.administrator.register(code, profile=town.people["ana"].account["profileId"])
    enter(browser, town, "laboratory")
    browser.script(way != "without script")
    browser.look((320, 640))
    browser.open("/home")
    hand.press(browser.link("Enter a result"))
    browser.until_heading("Enter a result")
    hand.fill("Kit code", code)
    hand.fill("Laboratory's number", f"L-{way}")
    browser.field("Date of the test").send_keys("11202026")
    hand.fill("Level", "1,234")
    hand.fill("Unit", "mg/dL")
    hand.choose("Final")
    hand.press(browser.button("Check the result"))
    browser.until(lambda: browser.driver.title.startswith("Error: "))
    assert browser.field("Kit code").get_attribute("value") == code, "what was typed is kept"
    hand.fill("Level", "912,5")
    hand.press(browser.button("Check the result"))
    browser.until_heading("Check the result")
    for words in ("912.5", "Critically high", "It raises an alert: clinicians are called at once."):
        assert words in browser.text, words
    sound(browser.run(page_checks.WIDE))
    if way != "without script":
        sound(page_checks.of_axe(browser))
        browser.look((320, 640))
    hand.press(browser.button("Change it"))
    browser.until_heading("Enter a result")
    hand.fill("Level", "91")
    hand.press(browser.button("Check the result"))
    browser.until_heading("Check the result")
    assert "It raises an alert" not in browser.text
    hand.press(browser.button("Store the result"))
    browser.until(lambda: "The result is stored." in browser.text)
    assert "91 mg/dL" in browser.text
    assert browser.problems() == []


@pytest.mark.parametrize("way", ways("without script"))
def test_a_laboratory_imports_a_file_of_a_spreadsheet_with_faults(browser, town, tmp_path, way):
    hand, codes = WAYS[way](browser), [kit_code() for _ in range(3)]
    rows = [
        "Sample no;Kit code;Date;AAT (mg/dL);Remark",
        f'F-{way}-1;{codes[0]};20.11.2026;820,5;"two\r\nlines"',
        "",
        f"F-{way}-2;{codes[1]};20.11.2026;12,5;",
        f"F-{way}-3;{codes[2]};yesterday;1.234;",
    ]
    sheet = tmp_path / "results.csv"
    sheet.write_bytes("\r\n".join(rows).encode("utf-8-sig"))
    enter(browser, town, "laboratory")
    browser.script(way != "without script")
    browser.look((320, 640))
    browser.open("/home")
    hand.press(browser.link("Import a file of results"))
    browser.until_heading("Import a file of results")
    browser.field("File").send_keys(str(sheet))
    hand.press(browser.button("Check the file"))
    browser.until(lambda: "Nothing is stored yet." in browser.text)
    for words in ("2 lines can be stored.", "One line can't be stored.", "One line raises an alert", "820.5 mg/dL", "Write the day as a number"):
        assert words in browser.text, words
    problems = [row.text for row in browser.all("section.card:first-of-type tbody tr")]
    assert len(problems) == 2 and all(row.startswith("5 ") for row in problems), "both faults of the fifth row of the sheet"
    sound(browser.run(page_checks.WIDE))
    if way != "without script":
        sound(page_checks.of_axe(browser))
        browser.look((320, 640))
    hand.press(browser.button("Send the 2 lines"))
    browser.until(lambda: "2 results are stored." in browser.text)
    assert "One line was not stored." in browser.text
    browser.driver.back()
    # The browser has kept no page with results, and asks before it sends the file again.
    browser.until(lambda: "ERR_CACHE_MISS" in browser.driver.page_source)
    browser.open("/home")
    tile = browser.all(".tiles [href$='/results/unmatched']")[0]
    count = int(tile.find_element("css selector", "b").text)
    hand.press(tile)
    browser.until_heading("Results whose kit no person has registered")
    assert len(browser.all("tbody tr")) == min(count, 50)
    assert f"F-{way}-1" in browser.text
    sound(browser.run(page_checks.WIDE))
    assert browser.problems() == []


def test_photos_are_compared_by_single_keys(browser, town):
    for _ in range(2):
        town.administrator.register(kit_code(), photo=photo(), profile=town.people["ana"].account["profileId"])
    enter(browser, town, "laboratory")
    browser.open("/help/keys")
    if browser.all("button[value=on]"):
        browser.button("Switch on").click()
        browser.until(lambda: browser.all("button[value=off]"))
    browser.open("/kits/review")
    first, body = browser.all("h2.code")[0].text, browser.all("body")[0]
    body.send_keys("z")
    browser.until(lambda: browser.all(".zoom img")[0].is_displayed())
    body.send_keys("z")
    browser.until(lambda: not browser.all(".zoom img")[0].is_displayed())
    body.send_keys("j")
    browser.until(lambda: "cursor=" in browser.path)
    assert browser.all("h2.code")[0].text != first
    browser.all("body")[0].send_keys("k")
    browser.until(lambda: browser.path.endswith("/kits/review"))
    assert browser.all("h2.code")[0].text == first and browser.problems() == []
