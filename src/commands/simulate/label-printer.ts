import { UsageError } from '../../base/errors'
import { parseFlagsOnly } from '../../settings/flags'
import { parseInteger } from '../flags'
import { fitted } from '../help'
import { nextSignal } from '../signals'
import { type Printed, ZplPrinter } from './zpl/printer'

/** What `whereabouts simulate --printer --help` prints. */
export const printerHelp = fitted(`Usage: whereabouts simulate --printer [flags]

Serves a simulated label printer for ZPL II with a roll of RFID labels, for tests and demos. Add it in the console by its address. The
service must allow an address of the machine itself with WHEREABOUTS_WEBHOOK_ALLOW.

  --host <address>    address to listen on (default 127.0.0.1)
  --port <n>          port (default 9100). 0: a free port
  --label-ms <n>      milliseconds that a label takes (default 500)
  --bad-chips <n>     percentage of the chips that cannot be written (default 0)
  -h, --help          print this help

Prints a line for each label: its number on the roll, the EPC that its chip has, and its texts. Ctrl-C ends the command.
`)

const flags = {
  printer: { type: 'boolean', default: false },
  host: { type: 'string', default: '127.0.0.1' },
  port: { type: 'string', default: '9100' },
  'label-ms': { type: 'string', default: '500' },
  'bad-chips': { type: 'string', default: '0' },
  help: { type: 'boolean', short: 'h', default: false },
} as const

export const isForPrinter = (args: readonly string[]): boolean => args.includes('--printer')

/** Serves a label printer until a signal; returns the exit code of the process. Throws UsageError. */
export async function servePrinter(args: readonly string[], stdout: NodeJS.WriteStream): Promise<number> {
  const values = parseFlagsOnly('simulate', args, flags)
  if (values.help) {
    stdout.write(printerHelp)
    return 0
  }
  const port = parseInteger('port', values.port, 0, 65_535)
  const labelMillis = parseInteger('label-ms', values['label-ms'], 0, 60_000)
  const badShare = parseInteger('bad-chips', values['bad-chips'], 0, 100) / 100
  const { host } = values
  const stopping = nextSignal()
  const printer = await ZplPrinter.start({ host, port, labelMillis }).catch(
    (error: NodeJS.ErrnoException) => {
      throw new UsageError(`The printer cannot listen on ${host}:${port} (${error.code ?? error.message}).`)
    },
  )
  printer.mishap = () => (Math.random() < badShare ? 'empty' : 'none')
  printer.onPrinted = (label) => stdout.write(`${lineOf(label)}\n`)
  stdout.write(`zpl  listening on ${host}:${printer.port}\n`)
  await stopping
  await printer.off()
  return 0
}

const lineOf = ({ index, wanted, read, texts }: Printed): string =>
  [`label ${index + 1}`, ...(wanted === null ? [] : [read]), ...texts].join('  ')
