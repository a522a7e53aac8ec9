import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  describePage,
  describePagesIn,
  type PageDescription,
} from '../../script/vite/describe-pages.mjs';

const describePageOf = (html: string): PageDescription => describePage(Buffer.from(html));

// Made without our code: printf '…' | openssl dgst -sha256 -binary | base64
const ALERT = 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='; // alert(1)
const LINES = 'sha256-dd5i598GYDY59eGall9VMnkDvpzp9Zys7qrqhZfdJ1w='; // \nconst a = '</x>';\n
const RED = 'sha256-FcQqt3aNlV7AZnGV4zkQRVeCeJOxbMPnQSx258L803E='; // body{color:red}

it('contains the hash of the page', () => {
  // printf '<p>' | sha256sum
  expect(describePageOf('<p>')).toEqual({
    sha256: '33f2799467177287a29260780a107ac98ea63dd6165f67fcc0d74767d0a82090',
    scripts: [],
    styles: [],
    preloads: { '*': [] },
  });
});

it.each([
  ['without a type', '<script>alert(1)</script>'],
  [
    'with attributes of every form',
    "<SCRIPT\n TYPE = 'Text/JavaScript' id=a async>alert(1)</script >",
  ],
  ['a module', '<script type=module>alert(1)</script>'],
  ['an old type', '<script type="text/x-ecmascript">alert(1)</script>'],
  ['in a template', '<template><script>alert(1)</script></template>'],
  ['in a picture', '<svg><script>alert(1)</script></svg>'],
  ['behind a short comment', '<!--><script>alert(1)</script>-->'],
])('allows an inline script: %s', (_, html) => {
  expect(describePageOf(html).scripts).toEqual([ALERT]);
});

it.each([
  ['data', '<script type="application/json">alert(1)</script>'],
  ['from a file', '<script src="/a.js">alert(1)</script>'],
  ['from a file, in a picture', '<svg><script xlink:href="/a.js">alert(1)</script></svg>'],
  ['in a comment', '<!-- <script>alert(1)</script> -->'],
  [
    'in texts',
    '<title><script>alert(1)</script></title><textarea><script>alert(1)</script></textarea>',
  ],
  ['in a style', '<style><script>alert(1)</script></style>'],
  ['in an attribute', "<a title='<script>alert(1)</script>'></a>"],
  ['of another name', '<scripts>alert(1)</scripts>'],
  ['for clients that run none', '<noscript><script>alert(1)</script></noscript>'],
])('ignores markup that is not an inline script: %s', (_, html) => {
  expect(describePageOf(html).scripts).toEqual([]);
});

it('hashes inline scripts with LF line ends, as browsers do', () => {
  for (const end of ['\n', '\r\n', '\r']) {
    const html = `<script>${end}const a = '</x>';${end}</script>`;
    expect(describePageOf(html).scripts).toEqual([LINES]);
  }
});

it('allows styles, including those for clients without scripts', () => {
  expect(describePageOf('<!-- <style>no</style> --><STYLE>body{color:red}</STYLE>').styles).toEqual(
    [RED],
  );
  expect(describePageOf('<noscript><style>body{color:red}</style></noscript>').styles).toEqual([
    RED,
  ]);
});

const FILES = `<script type="application/json" id="page-files">{"/":["/assets/home-1.js"],
  "/buy-":["/assets/buy-2.js"],"*":["/assets/wallet-5.js","/assets/wallet-6.css"]}</script>`;

it("lists the page's modules, then the files of the path, then those of every page", () => {
  const modules = `<script type="module" crossorigin src="/assets/index-4.js"></script>
    <script src="/assets/classic.js"></script><script type="module">inline()</script>
    <script type="module" src="https://cdn.example/a.js"></script>`;
  const everywhere = ['/assets/wallet-5.js', '/assets/wallet-6.css'];
  expect(describePageOf(FILES + modules).preloads).toEqual({
    '/': ['/assets/index-4.js', '/assets/home-1.js', ...everywhere],
    '/buy-': ['/assets/index-4.js', '/assets/buy-2.js', ...everywhere],
    '*': ['/assets/index-4.js', ...everywhere],
  });
});

it.each(['https://evil.example/a.js', '//evil.example/a.js', 'a.js', '/a>; rel=x', '/a\r\nX: y'])(
  'rejects %j as a file name',
  (file) => {
    expect(() =>
      describePageOf(FILES.replace('/assets/home-1.js', JSON.stringify(file).slice(1, -1))),
    ).toThrow('no file of ours');
  },
);

const PLACE = '<script type="application/json" id="page-config">{}</script>';

it.each(['', 'причал ', '\r\n', '\ufeff'])("finds the configuration's place after %j", (before) => {
  const page = Buffer.from(`${before}<!-- ${PLACE} -->${PLACE}`);
  const [begin, end] = describePage(page).config ?? [];
  expect(page.subarray(begin, end).toString()).toBe('{}');
  expect(
    page
      .subarray(0, begin)
      .toString()
      .endsWith(`-->${PLACE.slice(0, -11)}`),
  ).toBe(true);
});

it('reports a wrong or repeated place', () => {
  expect(describePageOf('<script id="page-config">{}</script>').config).toBeUndefined();
  expect(() => describePageOf(PLACE.replace('{}', '{"a":1}'))).toThrow('must hold {}');
  expect(() => describePageOf(PLACE + PLACE)).toThrow('two elements with the id page-config');
  expect(() => describePage(Buffer.from([0x3c, 0xff]))).toThrow();
});

it('writes a description next to each page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pages-'));
  try {
    writeFileSync(join(folder, 'index.html'), '<script>alert(1)</script>');
    expect(describePagesIn(folder)).toEqual(['index.html']);
    const written = JSON.parse(readFileSync(join(folder, 'index.html.json'), 'utf8'));
    expect(written.scripts).toEqual([ALERT]);
    writeFileSync(join(folder, 'index.html'), PLACE + PLACE);
    expect(() => describePagesIn(folder)).toThrow(
      `${join(folder, 'index.html')} cannot be described`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
