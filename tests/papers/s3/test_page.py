from dagwright.experiments import list_plans, load_plan, run_plan
from dagwright.experiments.pages import write_pages


def test_records_without_a_printed_counterpart_are_not_called_alike(tmp_path):
    run_plan(load_plan("s3-sets"), "smoke", records=tmp_path, data=tmp_path)
    plans = [load_plan(name) for name in list_plans("s3")]
    (text,) = write_pages(plans, "smoke", tmp_path, None).values()
    assert "Nothing was compared" in text
