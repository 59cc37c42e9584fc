import { catalogOf } from '../../base/messages'

/** The findings of `whereabouts doctor`, and what to do about them. */
export const doctorMessages = catalogOf({
  'doctor.version': 'Whereabouts {version}, Bun {bun}.',
  'doctor.not_checked': 'This could not be checked: {reason}',
  'doctor.as_owner': 'Run the doctor as the user of the service, with its settings.',
  'doctor.ended': 'The command ended with exit code {code}.',

  'doctor.no_database': '{path} contains no database.',
  'doctor.start_once': 'Check the data directory (--data-dir), or start the service once.',
  'doctor.unreadable': "The data directory can't be read: {reason}",
  'doctor.other_user': '{path} belongs to another user (id {id}).',
  'doctor.as_user': 'Run the doctor as the user of the service.',
  'doctor.network_disk':
    '{path} is on a network file system ({name}), where the database can be damaged and lose data.',
  'doctor.use_local_disk': 'Move the data directory to a local disk, or use PostgreSQL.',
  'doctor.open_directory': 'Other users of this machine have access to {path}.',
  'doctor.close_directory': 'Run: chmod 700 {path}',
  'doctor.own_directory': 'Only the owner has access to {path}.',

  'doctor.postgresql': 'The PostgreSQL database can be read. Check its backups with the tools of PostgreSQL.',
  'doctor.damaged': 'The database is damaged: {damage}.',
  'doctor.restore': "Stop the service, restore a backup with 'whereabouts restore', and start the service.",
  'doctor.miscount': 'Totals of lists are wrong: {miscount}.',
  'doctor.recount': 'Restart the service, which counts the rows again.',
  'doctor.sound': 'The database has no damage, and the kept counts agree with the rows.',

  'doctor.space': '{free_bytes} are free. The database has {database_bytes}.',
  'doctor.space_trend': 'At the present rate it is used up in {days} days.',
  'doctor.space_for_copy': 'A backup and an upgrade need a copy of the database.',
  'doctor.free_space': 'Free space on this disk, or move the data directory to a larger one.',

  'doctor.clock': 'The machine time {machine_at} is accepted.',
  'doctor.clock_doubt': '{doubt}.',
  'doctor.correct_clock':
    "Correct the clock of this machine, or run 'whereabouts clock confirm' if it is right.",
  'doctor.running': 'The service is running.',
  'doctor.stopped': 'The service is stopped.',
  'doctor.start': 'Start the service.',

  'doctor.no_ports': 'No port is checked, because the service selects free ports at each start.',
  'doctor.ports_open': 'The ports {ports} accept connections.',
  'doctor.ports_free': 'The ports {ports} are free.',
  'doctor.ports_closed': 'The service runs, but these ports accept no connection: {ports}.',
  'doctor.check_firewall':
    'Run the doctor with the flags and variables of the service. Check the firewall of this machine.',
  'doctor.ports_taken': 'The service could not listen on: {ports}.',
  'doctor.change_port': 'Stop the program that uses the port, or change the port in the settings.',
  'doctor.port': '{name} {port}',
  'doctor.port_refused': '{name} {port} ({reason})',
  'doctor.mqtt_tls': 'MQTT with TLS',
  'doctor.no_response': 'no response',

  'doctor.tls_off': 'TLS is off.',
  'doctor.renew_file': 'Renew the certificate file. The service loads the new file without a restart.',
  'doctor.start_to_renew': 'Start the service, which renews its certificate.',
  'doctor.certificate_unusable': "The certificate can't be used: {reason}.",
  'doctor.certificate_expired': 'The certificate {path} has expired.',
  'doctor.certificate_valid': 'The certificate {path} is valid for {days} more days.',

  'doctor.no_backup': 'There is no backup.',
  'doctor.backup_age': 'The newest backup {name} is {hours} hours old.',
  'doctor.create_backup':
    "Create one with 'whereabouts backup create' or on the page Backups, and keep a copy elsewhere.",
  'doctor.see_backups': 'The page Backups and the log show the reason for the last failure.',
  'doctor.backup_missing': 'The last backup {name} is missing from {place}.',
  'doctor.create_another': 'Create another backup on the page Backups.',
  'doctor.place_unusable': "The place of the scheduled backups can't be used: {reason}",
  'doctor.place_silent': 'It does not respond within {seconds} s.',
  'doctor.correct_place':
    'Make the directory or bucket available, or correct the settings backup_to and backup_s3_*. The service tries again by itself.',

  'doctor.no_broker': 'No external broker is configured.',
  'doctor.broker': 'The broker {broker} accepts the user name and the password.',
  'doctor.broker_unusable': "The broker {broker} can't be used: {reason}.",
  'doctor.check_broker':
    'Check that the broker runs, and check WHEREABOUTS_MQTT_URL, its user name and its password.',

  'doctor.no_provider': 'No provider signs users in.',
  'doctor.providers': 'The organizations of the roles of all providers exist.',
  'doctor.correct_roles':
    'Correct roles in sign_in_providers. The short name of an organization is on its Settings page.',
  'doctor.correct_provider':
    'No membership was changed. Correct the provider, or issuer, groups_claim or scope in sign_in_providers. The log has the details.',
})
