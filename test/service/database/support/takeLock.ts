// Locks a folder until it is killed; prints `locked` or the error message.
import { lockFolder } from '../../../../src/service/database/embedded/lockFolder.ts';

try {
  lockFolder(process.argv[2] ?? '');
  console.log('locked');
  setInterval(() => {}, 1000);
} catch (error) {
  console.log((error as Error).message);
}
