// Writes and reads columns as Apache Parquet by hyparquet-writer and hyparquet, and times itself. `isomer lab --parquet FOLDER` gives it the columns on standard input, and reads its figures from standard output.
import { readFileSync } from 'node:fs'
import { parquetReadObjects } from 'hyparquet'
import { parquetWriteBuffer } from 'hyparquet-writer'

const asked = JSON.parse(readFileSync(0, 'utf8'))
const types = { int32: { type: 'INT32' }, int64: { type: 'INT64' }, double: { type: 'DOUBLE' }, bool: { type: 'BOOLEAN' }, string: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  timestamp: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' }, decimal: { type: 'INT64', converted_type: 'DECIMAL', precision: 18 }, uuid: { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16, logical_type: { type: 'UUID' } } }
const made = { int64: BigInt, decimal: BigInt, timestamp: v => new Date(v) }
const columnData = asked.columns.map(c => ({ name: c.name, data: c.values.map(v => v === null ? null : made[c.type] ? made[c.type](v) : v) }))
const schema = [{ name: 'root', num_children: asked.columns.length },
  ...asked.columns.map(c => ({ name: c.name, ...types[c.type], ...c.type === 'decimal' ? { scale: c.scale } : {}, repetition_type: c.nullable ? 'OPTIONAL' : 'REQUIRED' }))]

const write = () => parquetWriteBuffer({ columnData, schema, rowGroupSize: 100000 })
const read = file => parquetReadObjects({ file })

// What is read must be what was written, before anything is timed.
const plain = (v, c) => v === null || v === undefined ? null : c.type === 'timestamp' ? v.getTime() : c.type === 'decimal' ? (typeof v === 'bigint' ? Number(v) / 10 ** c.scale : v) : typeof v === 'bigint' ? v.toString() : v
const file = write()
const rows = await read(file)
for (const [i, c] of asked.columns.entries())
  for (let row = 0; row < columnData[i].data.length; row++)
    if (plain(rows[row][c.name], c) !== plain(columnData[i].data[row], c))
      throw new Error(`row ${row}, column ${c.name}: ${columnData[i].data[row]} was read as ${rows[row][c.name]}`)

const time = async (what, seconds, samples) => {
  const end = performance.now() + seconds * 1000
  do {
    const start = performance.now()
    await what()
    samples?.push((performance.now() - start) * 1000)
  } while (performance.now() < end || (samples && samples.length < 5))
}
const result = { writer: process.argv[1], options: 'SNAPPY, one group of rows, objects read', bytes: file.byteLength, write: [], read: [] }
for (const [what, samples] of [[write, result.write], [() => read(file), result.read]]) {
  await time(what, asked.seconds / 4)
  await time(what, asked.seconds / 4, samples)
}
process.stdout.write(JSON.stringify(result))
