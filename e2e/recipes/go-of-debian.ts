import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

const goPath = mkdtempSync(join(tmpdir(), 'prichal-go-'));
const jwtOfDebian = 'src/github.com/golang-jwt/jwt';
mkdirSync(join(goPath, jwtOfDebian), { recursive: true });
// Debian has golang-jwt under its name without a version.
symlinkSync(join('/usr/share/gocode', jwtOfDebian), join(goPath, jwtOfDebian, 'v4'));
after(() => rmSync(goPath, { recursive: true, force: true }));

/** Environment in which Debian's Go finds Debian's golang-jwt. */
export const goOfDebian = {
  GO111MODULE: 'off',
  GOPATH: goPath,
  GOTOOLCHAIN: 'local',
  GOROOT: '',
};
