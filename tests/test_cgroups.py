"""Limits of control groups, in made-up trees of files."""

import pytest

from dagwright.cgroups import cpu_quota, memory_left

MB = 2**20
UNIFIED = "30 20 0:26 {top} /sys/fs/cgroup rw - cgroup2 cgroup rw"
VERSION_1 = "32 31 0:29 {top} /sys/fs/cgroup/{name} rw shared:9 - cgroup cgroup rw,{name}"


class Tree:
    """A root directory with files of a system."""

    def __init__(self, root):
        self.root = root

    def write(self, path, content):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{content}\n", encoding="utf-8")

    def place(self, memberships, mounts):
        self.write("proc/self/cgroup", "\n".join(memberships))
        other = "21 20 0:5 / /proc rw,nosuid - proc proc rw"
        self.write("proc/self/mountinfo", "\n".join([other, *mounts]))

    def memory(self, group, limit, used, cache=0):
        self.write(f"sys/fs/cgroup/{group}/memory.max", limit)
        self.write(f"sys/fs/cgroup/{group}/memory.current", used)
        self.write(f"sys/fs/cgroup/{group}/memory.stat", f"anon 5\ninactive_file {cache}\nslab 1")

    def memory_1(self, group, limit, used, cache=0):
        folder = f"sys/fs/cgroup/memory/{group}"
        self.write(f"{folder}/memory.limit_in_bytes", limit)
        self.write(f"{folder}/memory.usage_in_bytes", used)
        stat = f"inactive_file {cache // 2}\ntotal_inactive_file {cache}"
        self.write(f"{folder}/memory.stat", stat)


@pytest.fixture
def tree(tmp_path):
    return Tree(tmp_path)


@pytest.fixture
def unified(tree):
    tree.place(["0::/app/job"], [UNIFIED.format(top="/")])
    return tree


@pytest.fixture
def version_1(tree):
    mounts = [VERSION_1.format(top="/", name=name) for name in ("memory", "cpu")]
    tree.place(["4:memory:/app/job", "2:cpu:/app/job", "1:name=systemd:/"], mounts)
    return tree


def test_nothing_is_known_where_there_are_no_files(tree):
    assert memory_left(tree.root) is None
    assert cpu_quota(tree.root) is None


def test_what_is_left_under_version_2_is_the_limit_without_what_is_used(unified):
    unified.memory("app/job", 100 * MB, 30 * MB)
    assert memory_left(unified.root) == 70 * MB


def test_page_cache_that_nobody_uses_does_not_count_as_used(unified):
    unified.memory("app/job", 100 * MB, 30 * MB, cache=20 * MB)
    assert memory_left(unified.root) == 90 * MB


def test_the_word_max_is_no_limit(unified):
    unified.memory("app/job", "max", 30 * MB)
    unified.write("sys/fs/cgroup/app/job/memory.high", "max")
    unified.write("sys/fs/cgroup/app/job/cpu.max", "max 100000")
    assert memory_left(unified.root) is None
    assert cpu_quota(unified.root) is None


def test_memory_high_is_a_limit_too(unified):
    unified.memory("app/job", 100 * MB, 30 * MB)
    unified.write("sys/fs/cgroup/app/job/memory.high", 50 * MB)
    assert memory_left(unified.root) == 20 * MB


@pytest.mark.parametrize("group", ["app", "."])
def test_a_limit_of_a_group_around_counts(unified, group):
    unified.memory("app/job", 100 * MB, 30 * MB)
    unified.memory(group, 90 * MB, 80 * MB)
    unified.write("sys/fs/cgroup/app/job/cpu.max", "300000 100000")
    unified.write(f"sys/fs/cgroup/{group}/cpu.max", "150000 100000")
    assert memory_left(unified.root) == 10 * MB
    assert cpu_quota(unified.root) == 1.5


def test_nothing_is_left_of_a_limit_that_is_exceeded(unified):
    unified.memory("app/job", 100 * MB, 130 * MB)
    assert memory_left(unified.root) == 0


def test_a_limit_counts_in_whole_if_nobody_says_what_is_used(unified):
    unified.write("sys/fs/cgroup/app/job/memory.max", 100 * MB)
    assert memory_left(unified.root) == 100 * MB


def test_version_1_has_files_of_other_names(version_1):
    version_1.memory_1("app/job", 100 * MB, 30 * MB, cache=8 * MB)
    version_1.write("sys/fs/cgroup/cpu/app/cpu.cfs_quota_us", 250000)
    version_1.write("sys/fs/cgroup/cpu/app/cpu.cfs_period_us", 100000)
    assert memory_left(version_1.root) == 78 * MB
    assert cpu_quota(version_1.root) == 2.5


@pytest.mark.parametrize("page", [4096, 65536])
def test_version_1_writes_a_huge_number_for_no_limit(version_1, page):
    version_1.memory_1("app/job", 2**63 - page, 30 * MB)
    version_1.write("sys/fs/cgroup/cpu/app/cpu.cfs_quota_us", -1)
    version_1.write("sys/fs/cgroup/cpu/app/cpu.cfs_period_us", 100000)
    assert memory_left(version_1.root) is None
    assert cpu_quota(version_1.root) is None


def test_a_hybrid_counts_the_limits_of_both_versions(tree):
    unified = "41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw"
    mounts = [VERSION_1.format(top="/", name="memory"), unified]
    tree.place(["4:memory:/job", "0::/job"], mounts)
    tree.memory_1("job", 100 * MB, 30 * MB)
    tree.write("sys/fs/cgroup/unified/job/cpu.max", "50000 100000")
    assert memory_left(tree.root) == 70 * MB
    assert cpu_quota(tree.root) == 0.5


def test_controllers_may_share_a_hierarchy_of_version_1(tree):
    mount = "32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct"
    tree.place(["4:cpu,cpuacct:/job"], [mount])
    tree.write("sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_quota_us", 400000)
    tree.write("sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_period_us", 100000)
    assert cpu_quota(tree.root) == 4


def test_a_container_that_sees_only_its_own_group_has_its_limits(tree):
    tree.place(["4:memory:/docker/abc"], [VERSION_1.format(top="/docker/abc", name="memory")])
    tree.memory_1(".", 100 * MB, 30 * MB)
    assert memory_left(tree.root) == 70 * MB


@pytest.mark.parametrize(
    ("path", "top"),
    [("/", "/"), ("/", "/../.."), ("/../..", "/"), ("/docker/abc", "/elsewhere"), ("/../b", "/..")],
)
def test_namespaces_that_hide_the_path_leave_the_limits_in_sight(tree, path, top):
    tree.place([f"0::{path}"], [UNIFIED.format(top=top)])
    tree.memory(".", 100 * MB, 30 * MB)
    assert memory_left(tree.root) == 70 * MB


def test_a_group_of_others_that_is_mounted_as_well_does_not_count(tree):
    others = "44 20 0:26 /others /mnt/others rw - cgroup2 cgroup rw"
    tree.place(["0::/job"], [UNIFIED.format(top="/"), others])
    tree.memory("job", 100 * MB, 30 * MB)
    tree.write("mnt/others/memory.max", 5)
    assert memory_left(tree.root) == 70 * MB


def test_a_mount_point_may_have_blanks(tree):
    mount = "30 20 0:26 / /my\\040groups rw - cgroup2 cgroup rw"
    tree.place(["0::/job"], [mount])
    tree.write("my groups/job/memory.max", 7 * MB)
    assert memory_left(tree.root) == 7 * MB


@pytest.mark.parametrize("content", ["", "many", "-1", "1e9", "\udcff", "9" * 5000, "1 2 3"])
def test_broken_files_mean_that_no_limit_is_known(unified, content):
    for name in ("memory.high", "memory.stat", "memory.current", "cpu.max"):
        file = unified.root / "sys/fs/cgroup/app/job" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode("utf-8", "surrogateescape"))
    unified.write("sys/fs/cgroup/app/job/memory.max", "broken")
    assert memory_left(unified.root) in {None, 0}
    assert cpu_quota(unified.root) is None


def test_broken_lists_of_groups_and_mounts_mean_that_no_limit_is_known(tree):
    tree.place(["", "0:", "nonsense", "0::relative", "0::/job"], ["", " - ", "1 2 3 - cgroup2"])
    assert memory_left(tree.root) is None


def test_a_directory_in_place_of_a_file_means_that_no_limit_is_known(unified):
    (unified.root / "sys/fs/cgroup/app/job/memory.max").mkdir(parents=True)
    assert memory_left(unified.root) is None
