// Writes what a package is made of as SPDX 2.3 (https://spdx.github.io/spdx-spec/v2.3/), in JSON: the binary,
// Debian's packages that are linked into it or that it loads, and npm's that the mini app has code of. The
// same input gives the same bytes. Called by script/package.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/**
 * @typedef {{ how: 'shared' | 'static' | 'headers', name: string, version: string, architecture: string,
 *   source: string, sourceVersion: string }} DebianPackage
 */

/** How the specification (section 11.1) calls what a package of Debian is to ours. */
const LINK = {
  shared: (own, each) => [own, 'DYNAMIC_LINK', each],
  static: (own, each) => [own, 'STATIC_LINK', each],
  headers: (own, each) => [each, 'BUILD_DEPENDENCY_OF', own],
};

const idOf = (...words) => `SPDXRef-${words.join('-').replaceAll(/[^A-Za-z0-9.-]/g, '-')}`;

/** What nobody has looked at says so. */
const UNKNOWN = {
  downloadLocation: 'NOASSERTION',
  filesAnalyzed: false,
  licenseConcluded: 'NOASSERTION',
  licenseDeclared: 'NOASSERTION',
  copyrightText: 'NOASSERTION',
};

const purl = (locator) => [
  { referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: locator },
];

/** @param {DebianPackage} each */
const debian = ({ name, version, architecture, source, sourceVersion }) => ({
  ...UNKNOWN,
  SPDXID: idOf('deb', name, architecture),
  name,
  versionInfo: version,
  supplier: 'Organization: Debian',
  sourceInfo: `built from Debian's source package ${source} ${sourceVersion}`,
  licenseComments: `the texts are in share/doc/prichal/licenses/debian/${name}`,
  primaryPackagePurpose: 'LIBRARY',
  externalRefs: purl(
    `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?arch=${architecture}&distro=debian-12`,
  ),
});

/** @param {{ name: string, version: string, license: string }} each */
const npm = ({ name, version, license }) => ({
  ...UNKNOWN,
  SPDXID: idOf('npm', name, version),
  name,
  versionInfo: version,
  supplier: 'NOASSERTION',
  licenseDeclared: license,
  primaryPackagePurpose: 'LIBRARY',
  externalRefs: purl(
    `pkg:npm/${name.split('/').map(encodeURIComponent).join('/')}@${encodeURIComponent(version)}`,
  ),
});

/**
 * @param {{ name: string, version: string, buildId: string, builtFrom: DebianPackage[],
 *   bundled: { name: string, version: string, license: string }[], created: Date }} of
 */
export function billOfMaterials({ name, version, buildId, builtFrom, bundled, created }) {
  const own = {
    ...UNKNOWN,
    SPDXID: idOf('Package', 'prichal'),
    name: 'prichal',
    versionInfo: version,
    supplier: "Organization: Prichal's authors",
    licenseDeclared: 'Apache-2.0',
    primaryPackagePurpose: 'APPLICATION',
    // The binary itself differs between packages, which take its debugger's lines away and leave this.
    comment: `the binary's GNU build id is ${buildId}`,
  };
  const linked = new Map(builtFrom.map((each) => [debian(each).SPDXID, debian(each)]));
  const packages = [own, ...linked.values(), ...bundled.map(npm)];
  const relationships = [
    ['SPDXRef-DOCUMENT', 'DESCRIBES', own.SPDXID],
    ...builtFrom.map((each) => LINK[each.how](own.SPDXID, debian(each).SPDXID)),
    ...bundled.map((each) => [own.SPDXID, 'CONTAINS', npm(each).SPDXID]),
  ].map(([spdxElementId, relationshipType, relatedSpdxElement]) => ({
    spdxElementId,
    relationshipType,
    relatedSpdxElement,
  }));
  const content = { packages, relationships };
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  return {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name,
    // As section 6.5 proposes for documents that are at no address of their own; another content has
    // another one.
    documentNamespace: `http://spdx.org/spdxdocs/${name}-${hash.slice(0, 32)}`,
    creationInfo: {
      created: created.toISOString().replace(/\.\d+Z$/, 'Z'),
      creators: ["Organization: Prichal's authors", `Tool: script-package-${version}`],
    },
    ...content,
  };
}

/** The name that the linker has given to its output (`-Wl,--build-id`). */
function buildIdOf(binary) {
  const notes = execFileSync('readelf', ['--notes', binary], { encoding: 'utf8' });
  const [, id] = /Build ID: ([0-9a-f]+)/.exec(notes) ?? [];
  if (!id) throw new Error(`${binary} has no build id`);
  return id;
}

/**
 * What `packaging/pack built-from` has found: a line for each, its fields apart by tabs.
 * @returns {DebianPackage[]}
 */
export function readBuiltFrom(text) {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [how, name, version, architecture, source, sourceVersion] = line.split('\t');
      if (!(how in LINK) || sourceVersion === undefined)
        throw new Error(`'${line}' names no package of Debian: see packaging/pack`);
      return { how, name, version, architecture, source, sourceVersion };
    });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { SOURCE_DATE_EPOCH } = process.env;
  if (!SOURCE_DATE_EPOCH)
    throw new Error('SOURCE_DATE_EPOCH is not set: script/package gives the time of the commit');
  const text = { type: 'string' };
  const { values } = parseArgs({
    options: { name: text, version: text, binary: text, 'built-from': text, bundled: text },
  });
  const bill = billOfMaterials({
    name: values.name,
    version: values.version,
    buildId: buildIdOf(values.binary),
    builtFrom: readBuiltFrom(readFileSync(values['built-from'], 'utf8')),
    bundled: JSON.parse(readFileSync(values.bundled, 'utf8')),
    created: new Date(1000 * Number(SOURCE_DATE_EPOCH)),
  });
  process.stdout.write(`${JSON.stringify(bill, null, 1)}\n`);
}
