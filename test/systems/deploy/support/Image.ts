// Builds a Dockerfile without Docker: its steps run in a root file system of Debian packages. Knows the instructions that ours has, and
// refuses others.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

interface Stage {
  root: string;
  workdir: string;
  env: Record<string, string>;
  user: string;
  entrypoint: readonly string[];
  command: readonly string[];
  healthcheck: readonly string[];
}

/** A built image. Its root file system is one of the machine's until `remove`. */
export interface Image extends Stage {
  /** Starts a command as a container with a root file system that is only read: `/tmp` and the folder `data` can be written. */
  run(command: readonly string[], options: { data: string; env?: Record<string, string> }): ReturnType<typeof spawn>;
  remove(): void;
}

const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

/** The Debian that has the Node of `engines`. */
const SUITE = 'trixie';

export function buildImage(context: string): Image {
  const folder = mkdtempSync(path.join(tmpdir(), 'image-'));
  const base = path.join(folder, 'base');
  createBase(base);
  const stages = new Map<string, Stage>();
  const files = filesOf(context);
  let stage: Stage | undefined;
  for (const [instruction, rest] of instructionsOf(path.join(context, 'Dockerfile'))) {
    if (instruction === 'FROM') {
      const [, name = 'final'] = /^\$\{NODE_IMAGE\}(?: AS (\w+))?$/.exec(rest) ?? fail(`FROM ${rest}`);
      stage = emptyStage(path.join(folder, name));
      execFileSync('cp', ['-a', base, stage.root]);
      stages.set(name, stage);
    } else if (stage) {
      runInstruction(stage, { instruction, rest, context, files, stages });
    } else if (instruction !== 'ARG') {
      fail(`${instruction} before FROM`);
    }
  }
  const final = stage ?? fail('no FROM');
  return {
    ...final,
    run: (command, { data, env = {} }) => {
      const { root, workdir, user } = final;
      const script = [
        `mount --rbind "${root}" "${root}"`,
        `mount -t proc proc "${root}/proc"`,
        `mount -t tmpfs tmpfs "${root}/tmp"`,
        `mount --bind "${data}" "${root}/data"`,
        `mount -o remount,bind,ro "${root}"`,
        `exec chroot --userspec=${user} "${root}" /bin/sh -c 'cd ${workdir} && exec "$@"' - "$@"`,
      ].join(' && ');
      return spawn('unshare', ['--mount', 'sh', '-c', script, '-', ...command], {
        env: { PATH: PATH_OF_IMAGES, HOME: '/tmp', ...final.env, ...env },
      });
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const PATH_OF_IMAGES = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** What the image of Node has: Node, certificates, and npm, which in Debian has hundreds of packages. */
function createBase(root: string): void {
  const mirror = /^URIs: (\S+)$/m.exec(readFileSync('/etc/apt/sources.list.d/debian.sources', 'utf8'))![1]!;
  const options = ['--variant=minbase', '--include=ca-certificates,nodejs', '--quiet', SUITE, root, mirror];
  execFileSync('mmdebstrap', options, { stdio: ['ignore', 'ignore', 'pipe'] });
  const npm = path.dirname(path.dirname(realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim())));
  cpSync(npm, path.join(root, 'usr/local/lib/npm'), { recursive: true });
  symlinkSync('../lib/npm/bin/npm-cli.js', path.join(root, 'usr/local/bin/npm'));
  for (const file of ['/etc/resolv.conf', '/etc/hosts', CERTIFICATES]) {
    if (existsSync(file)) cpSync(realpathSync(file), path.join(root, file));
  }
}

function emptyStage(root: string): Stage {
  return { root, workdir: '/', env: {}, user: '0:0', entrypoint: [], command: [], healthcheck: [] };
}

/** The instructions of a Dockerfile, in lines that are joined. */
function instructionsOf(file: string): [instruction: string, rest: string][] {
  const text = readFileSync(file, 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '');
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, instruction = '', rest = ''] = /^([A-Z]+) (.+)$/.exec(line) ?? fail(line);
      return [instruction, rest];
    });
}

/** The files that the build gets: those of the repository that `.dockerignore` lets in. */
function filesOf(context: string): string[] {
  const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: context, encoding: 'utf8' });
  const [all, ...patterns] = readFileSync(path.join(context, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  if (all !== '*') fail('.dockerignore without *');
  const includes = (file: string, pattern: string) =>
    new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}(?:/|$)`).test(file);
  return tracked.split('\n').filter((file) => {
    let isIncluded = false;
    for (const pattern of patterns) if (includes(file, pattern.replace(/^!/, ''))) isIncluded = pattern.startsWith('!');
    return isIncluded;
  });
}

interface Instruction {
  instruction: string;
  rest: string;
  context: string;
  files: readonly string[];
  stages: ReadonlyMap<string, Stage>;
}

function runInstruction(stage: Stage, { instruction, rest, context, files, stages }: Instruction): void {
  const inRoot = (file: string) => path.join(stage.root, path.posix.resolve(stage.workdir, file));
  switch (instruction) {
    case 'WORKDIR':
      stage.workdir = rest;
      mkdirSync(inRoot('.'), { recursive: true });
      return;
    case 'RUN':
      // With the registry, its certificates and the cache of npm of this machine.
      execFileSync(
        'unshare',
        [
          '--mount',
          'sh',
          '-c',
          [
            `mkdir -p "${stage.root}/root/.npm"`,
            `mount --bind "$1" "${stage.root}/root/.npm"`,
            `mount -t proc proc "${stage.root}/proc"`,
            `exec chroot "${stage.root}" /bin/sh -c "$2"`,
          ].join(' && '),
          '-',
          npmConfig('cache'),
          `cd ${stage.workdir} && ${rest}`,
        ],
        {
          env: {
            PATH: PATH_OF_IMAGES,
            HOME: '/root',
            NODE_EXTRA_CA_CERTS: CERTIFICATES,
            npm_config_cafile: CERTIFICATES,
            npm_config_registry: npmConfig('registry'),
            ...stage.env,
          },
          stdio: ['ignore', 'ignore', 'pipe'],
        },
      );
      return;
    case 'COPY': {
      const [, from, paths = ''] = /^(?:--from=(\w+) )?(.+)$/.exec(rest)!;
      const sources = paths.split(' ');
      const target = sources.pop()!;
      for (const source of sources) {
        if (from) execFileSync('cp', ['-a', path.join(stages.get(from)!.root, source), inRoot(target)]);
        else copyFromContext(source, inRoot(target), { context, files, isFolder: target.endsWith('/') });
      }
      return;
    }
    case 'ENV':
      for (const [, name, value] of rest.matchAll(/(\w+)=(\S+)/g)) stage.env[name!] = value!;
      return;
    case 'USER':
      stage.user = rest;
      return;
    case 'HEALTHCHECK':
      stage.healthcheck = JSON.parse(rest.replace(/^(?:--\S+ +)*CMD /, '')) as string[];
      return;
    case 'ENTRYPOINT':
      stage.entrypoint = JSON.parse(rest) as string[];
      return;
    case 'CMD':
      stage.command = JSON.parse(rest) as string[];
      return;
    case 'VOLUME':
    case 'EXPOSE':
    case 'STOPSIGNAL':
      return;
    default:
      fail(`${instruction} ${rest}`);
  }
}

/** Copies a file, or the files of a folder, of the context. */
function copyFromContext(
  source: string,
  target: string,
  { context, files, isFolder }: { context: string; files: readonly string[]; isFolder: boolean },
): void {
  const wanted = files.filter((file) => source === '.' || file === source || file.startsWith(`${source}/`));
  if (wanted.length === 0) fail(`COPY ${source}`);
  for (const file of wanted) {
    const relative = file === source ? (isFolder ? path.basename(file) : '') : path.posix.relative(source, file);
    cpSync(path.join(context, file), path.join(target, relative), { recursive: true });
  }
}

const npmConfig = (name: string) => execFileSync('npm', ['config', 'get', name], { encoding: 'utf8' }).trim();

function fail(what: string): never {
  throw new Error(`Not understood in the Dockerfile: ${what}`);
}
