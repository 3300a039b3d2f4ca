"""Reads hand-off files with the tools' own code: dstack's parser, SkyPilot's schemas of a task, Kubernetes' published schemas,
axolotl's configuration class, accelerate's reader of configurations, Compose's published schema, and what verl and torchtune
ship: the whole configuration of a trainer, and recipes with theirs. Their calls into PyTorch, transformers and clouds are
stood in for by modules that hold nothing: what is read here needs none of them. KubeRay publishes no package: the fields
of its RayJob and RayCluster (v1) are listed below, its pods are read with Kubernetes' schemas. Python is read as Python.

check.py FOLDER: what `cargo test --test handoff` left (presets, nodes).
"""

import ast
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import logging
import re
import shlex
import sys
import tempfile
import types
from pathlib import Path

import jsonschema
import yaml

passed, failures = 0, []


class Stand(types.ModuleType):
    """A module, a class or a value that holds whatever it is asked for."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Stand(name)

    def __call__(self, *args, **_):
        return args[0] if args and callable(args[0]) else Stand("made")

    def __getitem__(self, _):
        return self

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return False

    def __iter__(self):
        return iter(())

    def __mro_entries__(self, _):
        return ()


class Stands(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Stands in for packages that are not installed, and for what of a package is not asked for."""

    def __init__(self, names, real):
        self.names, self.real = names, real

    def find_spec(self, name, path=None, target=None):
        head = name.split(".")[0]
        if head in self.names and not any(name == r or r.startswith(name + ".") for r in self.real):
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
        return None

    def create_module(self, spec):
        return Stand(spec.name)

    def exec_module(self, module):
        pass


def bare(package, *inner):
    """Packages whose __init__ is left out: it would import everything."""
    home = Path(yaml.__file__).parent.parent
    for name in [package, *(f"{package}.{i}" for i in inner)]:
        module = types.ModuleType(name)
        module.__path__ = [str(home.joinpath(*name.split(".")))]
        sys.modules[name] = module
    return sys.modules[package]


def skypilot():
    bare("sky", "utils", "skylet").__version__ = "0.14.1"
    names = ["sky.utils.schemas", "sky.utils.kubernetes_enums", "sky.utils.validator", "sky.skylet.constants"]
    sys.meta_path.insert(0, Stands(["sky"], names))
    schemas = importlib.import_module("sky.utils.schemas")
    reader = importlib.import_module("sky.utils.validator").get_schema_validator()
    task, resources = schemas.get_task_schema(), schemas.get_resources_schema()

    def read(text):
        raw = yaml.safe_load(text)
        reader(task).validate(raw)
        reader(resources).validate(raw["resources"])

    return read


def dstack():
    from dstack._internal.core.models.configurations import parse_apply_configuration

    def read(text):
        run = parse_apply_configuration(yaml.safe_load(text))
        # The parser takes any name; the service then wants this.
        assert re.fullmatch(r"[a-z][a-z0-9-]{1,40}", run.name), run.name
        assert run.resources.gpu.count.min == run.resources.gpu.count.max >= 1
        assert run.resources.gpu.memory is not None

    return read


def kubernetes():
    import kubernetes_validate

    def read(text):
        for document in yaml.safe_load_all(text):
            kubernetes_validate.validate(document, "1.37", strict=True)
            pod = document.get("spec", {}).get("template", {}).get("spec")
            if document["kind"] == "Job":
                # What the schema does not say.
                assert pod["restartPolicy"] in ("Never", "OnFailure")
            for container in pod["containers"] if pod else []:
                limits = container["resources"]["limits"]
                assert all(isinstance(n, str) for n in limits.values()), limits

    return read


# What an API server drops without a word when it is not one of these: fields of RayJobSpec, RayClusterSpec and the two groups.
RAY = {
    "job": {
        "activeDeadlineSeconds": int, "backoffLimit": int, "rayClusterSpec": dict, "submitterPodTemplate": dict, "metadata": dict,
        "clusterSelector": dict, "submitterConfig": dict, "managedBy": str, "deletionStrategy": dict, "entrypoint": str,
        "runtimeEnvYAML": str, "jobId": str, "submissionMode": str, "entrypointResources": str, "entrypointNumCpus": float,
        "entrypointNumGpus": float, "ttlSecondsAfterFinished": int, "shutdownAfterJobFinishes": bool, "suspend": bool,
    },
    "cluster": {
        "headGroupSpec": dict, "workerGroupSpecs": list, "rayVersion": str, "enableInTreeAutoscaling": bool,
        "autoscalerOptions": dict, "headServiceAnnotations": dict, "suspend": bool, "gcsFaultToleranceOptions": dict,
        "managedBy": str,
    },
    "head": {"serviceType": str, "headService": dict, "enableIngress": bool, "rayStartParams": dict, "template": dict},
    "worker": {
        "groupName": str, "replicas": int, "minReplicas": int, "maxReplicas": int, "numOfHosts": int, "rayStartParams": dict,
        "template": dict, "scaleStrategy": dict, "suspend": bool, "idleTimeoutSeconds": int,
    },
}


def kuberay():
    import kubernetes_validate

    def fields(what, value):
        for key, of in value.items():
            assert key in RAY[what], f"{what} has no field {key}"
            assert isinstance(of, RAY[what][key]), f"{what}.{key} is {of!r}"

    def read(text):
        for document in yaml.safe_load_all(text):
            if document["kind"] != "RayJob":
                kubernetes_validate.validate(document, "1.37", strict=True)
                continue
            assert document["apiVersion"] == "ray.io/v1"
            job = document["spec"]
            cluster = job["rayClusterSpec"]
            fields("job", job)
            fields("cluster", cluster)
            fields("head", cluster["headGroupSpec"])
            if "runtimeEnvYAML" in job:
                assert set(yaml.safe_load(job["runtimeEnvYAML"])) <= {"pip", "env_vars", "working_dir"}
            for group in cluster["workerGroupSpecs"]:
                fields("worker", group)
            for group in [cluster["headGroupSpec"], *cluster["workerGroupSpecs"]]:
                assert all(isinstance(v, str) for v in group["rayStartParams"].values()), group["rayStartParams"]
                pod = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "x"}, "spec": group["template"]["spec"]}
                kubernetes_validate.validate(pod, "1.37", strict=True)

    return read


def home():
    return Path(yaml.__file__).parent.parent


def compose():
    schema = json.loads(home().joinpath("compose/config/compose_spec.json").read_text())
    schema["$schema"] = "https://json-schema.org/draft/2019-09/schema"
    validator = jsonschema.Draft201909Validator(schema)

    def read(text):
        raw = yaml.safe_load(text)
        # A key of later versions than this schema, with this form.
        assert re.fullmatch(r"[a-z0-9][a-z0-9_-]*", raw.pop("name")), text
        validator.validate(raw)
        for service in raw["services"].values():
            for device in service["deploy"]["resources"]["reservations"]["devices"]:
                # What the program asks for and the schema does not.
                assert device["capabilities"] and not ("count" in device and "device_ids" in device), device
            assert not re.search(r"(?<!\$)\$(?![${])", json.dumps(service["command"])), service["command"]

    return read


def settings(text, program):
    """The `key=value` words behind a program in a script."""
    words = shlex.split(text.replace("\\\n", " "), comments=True)
    rest = words[words.index(program) + 1:]
    return rest, dict(word.split("=", 1) for word in rest if "=" in word and not word.startswith("-"))


def missing(tree, path):
    for part in path.split("."):
        if not isinstance(tree, dict) or part not in tree:
            return True
        tree = tree[part]
    return False


def at(tree, path):
    for part in path.split("."):
        tree = tree[part]
    return tree


def verl():
    known = yaml.safe_load(home().joinpath("verl/trainer/config/_generated_ppo_trainer.yaml").read_text())

    def read(text):
        for key, value in settings(text, "python3")[1].items():
            assert not missing(known, key), f"verl has no {key}"
            old, new = at(known, key), yaml.safe_load(value)
            assert old is None or isinstance(old, str) or isinstance(new, type(old)) or isinstance(old, float), (key, old, new)

    return read


def torchtune():
    recipes = home() / "recipes"

    def read(text):
        text = text[text.index("tune run"):]
        words, said = settings(text, "run")
        name = words[words.index("--config") + 1]
        config = yaml.safe_load((recipes / "configs" / f"{name}.yaml").read_text())
        recipe = (recipes / f"{words[words.index('--config') - 1]}.py").read_text()
        for key, value in said.items():
            # In the configuration, or asked for by the recipe with a default of its own.
            asked = f'"{key}"' in recipe or f"cfg.{key}" in recipe
            # Arguments of the class that the configuration names.
            parent = key.rsplit(".", 1)[0]
            own = "." in key and not missing(config, f"{parent}._component_") and key in ("dataset.packed",)
            assert not missing(config, key) or asked or own, f"{name} has no {key}"
            if key.endswith("._component_") and value.startswith("torchtune."):
                module, _, what = value.rpartition(".")
                text = home().joinpath(*module.split("."), "__init__.py").read_text()
                assert what in text, value

    return read


def python():
    def read(text):
        calls = {}
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                for argument in node.keywords:
                    if isinstance(argument.value, ast.Constant):
                        calls[f"{name}.{argument.arg}"] = str(argument.value.value)
        return calls

    return read


def axolotl():
    for name in [n for n in sys.modules if n.split(".")[0] == "accelerate"]:
        del sys.modules[name]  # the one before this read it for real
    bare("axolotl", "utils", "utils.schemas", "utils.schemas.internal", "integrations", "integrations.mixlora")
    home = "axolotl.utils.schemas"
    folder = Path(sys.modules[home].__path__[0])
    names = [f"{home}.{file.stem}" for file in folder.glob("*.py")]
    del sys.modules[f"{home}.internal"]
    names.append(f"{home}.internal")
    names.append("axolotl.integrations.mixlora.constants")
    missing = ["axolotl", "torch", "transformers", "accelerate", "PIL", "huggingface_hub", "torchao", "datasets"]
    sys.meta_path.insert(0, Stands(missing, names))
    logging.disable(logging.WARNING)
    # A machine with cards of NVIDIA, as far as it looks.
    importlib.import_module("transformers.utils.import_utils").is_torch_npu_available = lambda: False
    # A type of one of its fields, which we do not write.
    importlib.import_module("PIL.Image").Resampling = int
    config = importlib.import_module(f"{home}.config").AxolotlInputConfig

    def read(text):
        raw = yaml.safe_load(text)
        got = config(**raw)
        # It lets unknown keys through, so they are asked for.
        assert set(raw) <= set(config.model_fields), set(raw) - set(config.model_fields)
        for key in ("micro_batch_size", "gradient_accumulation_steps", "sequence_len"):
            assert getattr(got, key) == raw[key], key

    return read


def accelerate():
    bare("accelerate", "commands", "commands.config")
    names = ["accelerate.commands.config.config_args", "accelerate.utils.dataclasses", "accelerate.utils.constants",
             "accelerate.utils.environment", "accelerate.utils.imports"]
    sys.meta_path.insert(0, Stands(["accelerate", "torch"], names))
    utils = bare("accelerate.utils")
    kinds = importlib.import_module("accelerate.utils.dataclasses")
    for kind in ("ComputeEnvironment", "DistributedType", "SageMakerDistributedType"):
        setattr(utils, kind, getattr(kinds, kind))
    load = importlib.import_module("accelerate.commands.config.config_args").load_config_from_file

    def read(text):
        with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
            file.write(text)
            file.flush()
            got = load(file.name)
        raw = yaml.safe_load(text)
        assert (got.num_machines, got.num_processes) == (raw["num_machines"], raw["num_processes"])
        assert got.distributed_type.value == raw["distributed_type"], got.distributed_type

    return read


# Which file each reads, and what must make it refuse: a reader that takes everything is none.
READERS = {
    "sky.yaml": (skypilot, lambda raw: raw["resources"].update(spot=True)),
    ".dstack.yml": (dstack, lambda raw: raw["resources"].update(gpu="4090:2")),
    "job.yaml": (kubernetes, lambda raw: raw["spec"]["template"]["spec"].update(gpus=2)),
    "deploy.yaml": (kubernetes, lambda raw: raw["spec"]["template"]["spec"].update(gpus=2)),
    "rayjob.yaml": (kuberay, lambda raw: raw["spec"]["rayClusterSpec"]["workerGroupSpecs"][0].update(gpus=2)),
    "compose.yaml": (compose, lambda raw: raw["services"]["main"]["deploy"]["resources"]["reservations"].update(gpus=2)),
    "verl/run.sh": (verl, lambda text: text.replace("trainer.nnodes", "trainer.machines")),
    "torchtune/train.sh": (torchtune, lambda text: text.replace("enable_activation_offloading", "offload_activations")),
    "train.py": (python, lambda text: text + "("),
    "accelerate.yaml": (accelerate, lambda raw: raw.update(gpus=2)),
    "axolotl.yaml": (axolotl, lambda raw: raw.update(micro_batch_size="many")),
}


def check(name, work):
    global passed
    try:
        work()
        passed += 1
    except Exception as why:  # noqa: BLE001 - whatever a parser throws is what is looked for
        failures.append(f"{name}: {type(why).__name__}: {str(why)[:600]}")


def ends(file, end):
    """`NAME`, `.ENDING`, or `TOOL/NAME`."""
    if "/" in end:
        tool, name = end.split("/")
        return file.name == name and file.parent.name.endswith(f"-{tool}")
    return file.name == end or end[0] == "." and file.name.endswith(end)


def spoilt(text, end, spoil):
    if end.endswith((".sh", ".py")):
        return spoil(text)
    raw = list(yaml.safe_load_all(text))
    spoil(next((d for d in raw if d.get("kind") in ("Job", "Deployment", "RayJob")), raw[0]))
    return yaml.safe_dump_all(raw)


def main():
    root = Path(sys.argv[1])
    for end, (make, spoil) in READERS.items():
        files = sorted(file for file in root.glob("*/*/*") if ends(file, end))
        check(f"{end}: the tests left files of it", lambda: files[0])
        try:
            read = make()
        except Exception as why:  # noqa: BLE001
            failures.append(f"{end}: {make.__name__} could not be set up: {type(why).__name__}: {str(why)[:600]}")
            continue
        before = passed
        for file in files:
            check(f"{file.parent.name}/{file.name}", lambda: read(file.read_text()))
        if files:
            try:
                read(spoilt(files[0].read_text(), end, spoil))
                failures.append(f"{end}: {make.__name__} takes a spoilt file")
            except Exception as why:  # noqa: BLE001
                print(f"  spoilt, {make.__name__} says: {' '.join(str(why).split())[:110]}")
        read_well = passed - before == len(files)
        print(f"test {end} by {make.__name__}: {passed - before} of {len(files)} files ... {'ok' if read_well else 'FAILED'}")
    values = 0
    for manifest in root.glob("*/manifest.json"):
        for one in json.loads(manifest.read_text()):
            for want in one["expected"]:
                values += 1
                calls = python()(manifest.parent.joinpath(one["folder"], want["file"]).read_text())
                check(f"{one['folder']} {want['key']}", lambda: same(calls.get(want["key"]), want["value"]))
    check("values of Python files", lambda: [values][: values > 8][0])
    print(f"test values of Python files: {values} ... ok")
    for failure in failures[:40]:
        print(f"FAILED {failure}")
    print(f"handoff: {passed} passed, {len(failures)} failed")
    sys.exit(1 if failures else 0)


def same(got, want):
    assert got == want, f"{got!r}, planned {want!r}"


if __name__ == "__main__":
    main()
