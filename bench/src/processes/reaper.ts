// A process that outlives the bench by a moment: when the channel to the bench closes, as it does even after SIGKILL, it
// kills the process groups that the bench has started and not ended.
import { killGroup } from './killGroup.ts';

type Message = { started: number } | { ended: number };

const groups = new Set<number>();

process.on('message', (message: Message) => {
  if ('started' in message) groups.add(message.started);
  else groups.delete(message.ended);
});

process.on('disconnect', () => {
  for (const group of groups) killGroup(group, 'SIGKILL');
});

process.send?.('ready');
