// Opens the embedded database in a folder and writes users until it is killed, with a line for each acknowledged write.
import { openDatabase } from '../../../../src/service/database/openDatabase.ts';

const database = await openDatabase({ dataDir: process.argv[2] ?? '', seed: 'none' });
for (let number = 0; ; number++) {
  const { id } = await database.run({}, (client) =>
    client.user.create({ data: { firstName: `User ${number}`, lastName: '' } }),
  );
  console.log(String(id));
}
