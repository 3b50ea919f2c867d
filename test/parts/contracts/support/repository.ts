import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { git } from '../../../../src/gateway/describe/contracts/git.ts';

/** Files by their paths; `undefined` removes one. */
export type Files = Readonly<Record<string, string | undefined>>;

/** A git repository in a folder of its own. */
export class Repository {
  readonly root: string;

  constructor(root = mkdtempSync(path.join(tmpdir(), 'repository-'))) {
    this.root = root;
    this.git('init', '--quiet', '--initial-branch=main');
    this.git('config', 'user.name', 'A test');
    this.git('config', 'user.email', 'test@example.com');
  }

  git(...args: string[]): string {
    return git(this.root, args).toString();
  }

  write(files: Files): void {
    for (const [file, text] of Object.entries(files)) {
      const place = path.join(this.root, file);
      mkdirSync(path.dirname(place), { recursive: true });
      if (text === undefined) rmSync(place);
      else writeFileSync(place, text);
    }
  }

  commit(files: Files): void {
    this.write(files);
    this.git('add', '--all');
    this.git('commit', '--quiet', '--message', 'A change');
  }

  remove(): void {
    rmSync(this.root, { recursive: true });
  }
}
